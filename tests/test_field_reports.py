"""What broke for others who do this job, fault by fault, and the test that holds it off here.

The left side names the public repository and its issue; the right side the tests, each by its name. Two kinds can only
be tried on a Pi and have the nearest thing here: memory of the camera's own buffers runs out (a fake that counts what
isn't let go), and a supply that is too weak (the Pi's own word on it, read from a file).
"""

import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.rules.script import played
from companion.rules.setup import Setup
from companion.sight.candidates import candidates
from companion.sight.outlines import Size, from_mask

ROOMS = ("companion", "hardware", "models", "web")

READING = {
    "EdjeElectronics/OpenCV-Playing-Card-Detector 13: nothing found once the lamp is on": [
        "test_a_card_is_told_on_cloths_from_dark_to_light",
        "test_a_border_like_the_table_is_told_in_any_light",
        "test_a_picture_that_is_full_is_told",
    ],
    "EdjeElectronics 12, 14, 7; opencv 17802: contours come as two values or as three": [
        "test_contours_are_found_whether_opencv_hands_out_two_values_or_three"
    ],
    "Document-Scanner 1; edge_detection 174: card and table alike, a finger on the edge": [
        "test_a_card_is_among_the_candidates_on_any_cloth",
        "test_a_finger_on_an_edge_does_not_bend_it",
        "test_cards_that_look_like_the_table_are_told",
    ],
    "card_scan 17: the stored background goes stale; sleeves": [
        "test_a_nudged_camera_is_no_event_and_cards_come_where_they_lie",
        "test_the_deck_growing_smaller_is_no_event",
        "test_a_sleeve_of_three_millimetres_is_allowed_for",
    ],
    "ptcg-detection 1; mtg_card_detector: glare blanks out the symbol": [
        "test_a_lamp_mirrored_on_a_new_card_is_told_and_the_card_is_read_or_waited_for",
        "test_a_lamp_mirrored_on_lying_cards_takes_none_away",
        "test_a_card_whose_glare_stays_is_asked_about_and_named_once_it_goes",
    ],
    "rubiks-cube-tracker 12; qbr 8: red read as orange, blue lost in low light": [
        "test_red_is_not_taken_for_orange_nor_blue_for_green",
        "test_the_light_changes_and_only_cards_are_told",
    ],
    "plantcv 1384: colour correction goes wrong in shadow": [
        "test_a_shadow_over_half_the_table_makes_no_wrong_event_and_what_came_in_it_is_read",
        "test_no_more_is_put_down_to_light_than_light_can_do",
        "test_gains_look_only_where_nothing_changed",
    ],
    "hanabi_deck_machinelearning: neighbouring numbers confused, black weak": [
        "test_neighbouring_ranks_are_not_confused_in_noise",
        "test_the_most_alike_come_first",
    ],
    "imagehash 30; pokecollector 324: upside down is not recognised": [
        "test_a_card_upside_down_is_read_and_its_corners_begin_at_its_own_top",
        "test_every_face_is_read_at_every_angle",
    ],
    "tcg-pocket-collection-tracker 279: two copies stop the import": [
        "test_three_red_ones_are_three_cards",
        "test_a_card_of_which_every_copy_is_accounted_for_is_a_question",
    ],
    "rulership_erp 64; mobile_scanner 1514: booked once a frame": [
        "test_one_card_lying_for_600_frames_with_a_flicker_in_each_fifth_is_one_event",
        "test_a_card_that_drops_out_of_each_fifth_frame_is_one_event",
    ],
    "picochess 171; DedoMouse 1; CameraChessWeb 71: a hand in view is taken as a move": [
        "test_a_hand_crossing_with_a_card_between_its_fingers_tells_nothing_until_it_leaves",
        "test_a_slow_slide_is_movement_until_it_ends",
    ],
    "CameraChessWeb 118, 127: identity flips; impossible positions are accepted": [
        "test_looks_that_name_two_cards_have_no_majority",
        "test_a_card_of_which_every_copy_is_accounted_for_is_a_question",
    ],
    "CameraChessWeb 71: no way to mend a misread": [
        "test_a_wrong_read_five_turns_back_is_mended_to_the_clean_game",
        "test_the_first_answer_counts_can_be_undone_and_what_changed_is_shown",
    ],
    "picochess 76, 101: an illegal move gives no reaction": [
        "test_a_refused_press_of_the_panel_blinks_and_is_told_for_some_seconds",
        "test_a_phone_is_told_as_something_unknown",
        "test_a_discard_at_8_tokens_is_refused_with_its_reason_and_nothing_changes",
    ],
    "CameraChessWeb 8; lichess-with-a-real-board 3, 11; chess-robot 4: the camera moves a little": [
        "test_a_frame_shifted_by_two_per_cent_is_told_within_two_seconds_and_is_no_wrong_event"
    ],
    "auv 163: nonsense from a whole frame": ["test_a_card_at_eight_per_cent_of_a_cluttered_frame_is_read_alone"],
    "CollectorVision 18: regions and an ordered queue": ["test_two_cards_300_ms_apart_keep_their_order"],
}
CAMERA = {
    "picamera2 627, 587, 399, 991: in use by another process": [
        "test_a_busy_camera_opens_as_soon_as_it_is_free",
        "test_one_that_can_t_be_opened_is_looked_for_without_end_and_never_by_hand",
    ],
    "flask 4198; Live-Streaming 2: opened at import, twice": ["test_importing_everything_opens_no_device"],
    "picamera2 848, 191, 1325, 260: red and blue exchanged": [
        "test_red_and_blue_swapped_are_told_with_the_second_card_and_nothing_is_named",
        "test_whatever_order_the_driver_gives_the_frame_is_blue_green_red",
    ],
    "picamera2 341, 503, 1266, 1054: not importable in an environment": [
        "test_without_picamera2_the_mend_is_named",
        "test_an_environment_that_hides_the_system_s_libraries_is_told_on_a_pi",
    ],
    "picamera2 1171, 1056: worked yesterday": ["test_the_versions_of_all_that_matters_are_listed"],
    "picamera2 972, 951, 1102, 1125: out of contiguous memory": [
        "test_of_ten_thousand_pictures_no_more_are_held_than_there_are_buffers",
        "test_a_hundred_openings_leave_nothing_open",
        "test_two_streams_are_configured_with_few_buffers_in_a_mode_that_sees_the_whole_field",
    ],
    "picamera2 794, 1004, 1090, 1392: stops delivering without an error": [
        "test_a_camera_that_hangs_is_told_left_behind_and_begun_again",
        "test_it_is_told_within_three_seconds_and_back_within_ten_of_its_return",
    ],
    "picamera2 977, 1269, 212, 322: exposure and colours keep moving": [
        "test_exposure_colours_and_focus_are_locked_before_the_first_steady_frame",
        "test_locks_that_are_not_kept_are_said_and_set_again_every_five_seconds",
    ],
    "picamera2 800, 751, 1098, 1105: autofocus hunts": [
        "test_a_lens_is_swept_once_the_exposure_rests_and_held_where_it_is_sharpest",
        "test_a_picture_that_blurs_is_told_before_a_card_is_not_read",
    ],
    "rpicam-apps 400; documentation 4137: missing on a cold boot": [
        "test_a_camera_that_is_plugged_in_a_minute_after_the_start_joins_within_two_seconds"
    ],
    "opencv-python 340; piwheels 122: no graphical libraries": ["test_no_window_is_ever_asked_for"],
    "motioneyeos 2242; firmware 681; linux 1754: a weak supply": [
        "test_the_pi_s_own_word_on_its_power_is_read",
        "test_trouble_with_the_machine_is_an_alarm_for_as_long_as_it_lasts",
    ],
    "picamera2 333: camera calls from many threads collide": [
        "test_a_crowd_of_phones_follows_drops_returns_and_is_sent_home"
    ],
}
PANEL = {
    "gpiozero 1131, 1136, 1084: edges can't be watched": [
        "test_a_library_that_can_t_watch_its_pins_is_told_and_lets_them_go"
    ],
    "gpiozero 1166; linux 6347: the Pi 5's header moved": [
        "test_where_the_chip_that_the_library_takes_is_gone_the_first_one_is_opened",
        "test_a_chip_that_can_t_be_opened_names_the_group",
    ],
    "gpiozero 1151, 1057: a busy pin": [
        "test_a_busy_pin_is_told_with_what_it_is_for_who_has_it_and_the_mend",
        "test_a_second_copy_on_the_same_games_is_refused_and_names_the_first",
    ],
    "gpiozero 1074: a pin named twice": ["test_a_pin_named_twice_is_refused_with_both_its_names"],
    "gpiozero 703, 1120, 515: silent fall back": [
        "test_real_pins_are_never_replaced_in_silence",
        "test_a_pi_without_lgpio_names_the_package",
    ],
    "gpiozero 1106, 1130; lg 22: a pipe in the working directory": ["test_lgpio_gets_a_folder_that_can_be_written"],
    "gpiozero 378, 559: one press counts several times": ["test_twenty_edges_in_ten_milliseconds_are_one_press"],
    "gpiozero 697: a hold fires after release": ["test_three_seconds_are_told_once_and_release_cancels_them"],
    "gpiozero 1142, 863, 118, 1146: lamps stay on": [
        "test_closing_puts_out_all_lamps_and_lets_the_pins_go_even_with_a_button_down",
        "test_a_signal_ends_a_running_table_at_once_and_saves_its_picture",
        "test_lamps_come_up_as_they_were",
    ],
    "gpiozero 788; Flask-SocketIO 1434: presses never reach the app": [
        "test_pin_24_low_and_high_is_one_clue_and_the_lamps_follow"
    ],
    "Zomis/Games 56: a counter that runs down confuses": ["test_tokens_go_by_the_editions_words"],
}
PHONES = {
    "hadashboard 2; dashing 448: the stream looks open and is dead": [
        "test_after_sleep_over_a_frozen_line_the_score_is_right_within_three_seconds"
    ],
    "flask-sse 14, 17, 6, 32; waitress 381: each stream keeps a worker": [
        "test_fifty_phones_that_vanish_without_a_word_leave_their_places"
    ],
    "freenet-core 5213; CTFd 921: the seventh tab hangs": ["test_seven_pages_in_one_browser_all_follow_by_one_stream"],
    "atc 139; bankai 389; django-eventstream 37: a proxy gathers events": [
        "test_the_newest_state_comes_first_and_each_later_one_as_it_is_published"
    ],
    "natlas 260; gunicorn 1990, 2216: several workers, each with its own state": [
        "test_a_second_copy_on_the_same_folder_is_refused_by_name"
    ],
    "board_buddy 20; s2s 37; dom-examples 83; NoSleep 148: the screen goes dark": [
        "test_a_page_without_https_says_what_keeps_the_screen_on"
    ],
    "nextcloudpi 561; pimusicbox 492: .local doesn't open": [
        "test_the_numeric_address_comes_first_and_the_published_name_after_it",
        "test_the_code_on_the_joining_page_is_read_by_a_camera",
    ],
    "pputt 12; punto-de-oro 19: the score must survive a dead phone": ["test_two_phones_agree"],
}
STORAGE = {
    "pipedal 185: corrupt after the plug was pulled": [
        "test_a_power_cut_loses_nothing_that_was_acknowledged",
        "test_no_kill_loses_anything_that_was_acknowledged",
    ],
    "openmv 524: the whole folder is lost": [
        "test_a_folder_is_made_for_good_with_those_around_it",
        "test_a_file_cut_at_any_length_is_noticed_and_the_game_goes_on",
    ],
}
SCORING = {
    "Hanabi-Live 978: turns left after the last card": [
        "test_when_player_2_of_5_draws_the_last_card_3_4_5_1_2_play_once_more"
    ],
    "hanabot 3: a clue in the last round is a turn": ["test_a_clue_in_the_final_round_uses_one_of_the_turns"],
    "Hanabi-Live 2362, 1520: the mode is not shown": ["test_a_table_without_a_final_round_says_so_on_the_page"],
    "Hanabi-Live 133: two losses in one suit": ["test_the_5_lost_and_then_both_4s_cost_two_points_not_three"],
    "hanabi.rs 14; hanabi 23; hanabi-bot 958, 46: a discard at 8": [
        "test_a_discard_at_8_tokens_is_refused_with_its_reason_and_nothing_changes",
        "test_ok_says_that_a_clue_was_forgotten",
    ],
    "HLE 41: the sum after losing": [
        "test_a_third_misplay_in_the_final_round_loses_with_the_edition_s_loss_score",
    ],
    "bstnfrmry 275; Hanabi-Live 974, 2606: Black Powder": [
        "test_a_black_game_begins_at_minus_5",
        "test_rainbow_black_and_dazzling_together_are_seven_piles",
        "test_black_can_never_be_named",
    ],
    "bstnfrmry 74, 244: play goes on after the deck": [
        "test_playing_on_the_last_card_starts_no_countdown_and_hands_shrink"
    ],
    "RegenbogenBlitz/Hanabi 12: an automatic end": [
        "test_that_nothing_more_can_be_scored_is_told_where_the_table_counts"
    ],
}
ALL = READING | CAMERA | PANEL | PHONES | STORAGE | SCORING


@pytest.mark.parametrize("fault", ALL)
def test_each_fault_that_others_met_has_its_test_here(fault, named):
    assert [name for name in ALL[fault] if name not in named] == []


def test_contours_are_found_whether_opencv_hands_out_two_values_or_three(monkeypatch):
    mask = np.zeros((200, 200), np.uint8)
    mask[40:128, 60:123] = 255

    def found():
        return len(from_mask(mask, Size(63, 88))), len(candidates(cv2.merge([mask] * 3), lambda quad: True))

    two, with_two = cv2.findContours, found()
    monkeypatch.setattr(cv2, "findContours", lambda *asked: (mask, *two(*asked)))
    assert found() == with_two
    assert min(with_two) > 0


def test_importing_everything_opens_no_device():
    program = """
import importlib, pkgutil, sys, threading
opened = []
sys.addaudithook(lambda event, told: opened.append(str(told[0])) if event == "open" else None)
for room in sys.argv[1:]:
    for one in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
        if not one.name.endswith("__main__") and ".ship" not in one.name:
            importlib.import_module(one.name)
import gpiozero
print([name for name in opened if name.startswith("/dev/") and name != "/dev/null"], gpiozero.Device.pin_factory,
      threading.active_count())
"""
    done = subprocess.run([sys.executable, "-c", program, *ROOMS], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[] None 1\n", "")


def test_no_window_is_ever_asked_for():
    window = re.compile(r"\b(imshow|namedWindow|waitKey|destroyAllWindows|setMouseCallback)\b")
    modules = [path for room in ROOMS for path in Path(__import__(room).__file__).parent.rglob("*.py")]
    assert len(modules) > 100
    assert [path for path in modules if window.search(path.read_text(encoding="utf-8"))] == []


def test_a_wrong_read_five_turns_back_is_mended_to_the_clean_game():
    clean = played(Setup(3), "R1 Y1 clue -B3 clue G1")
    mended = played(Setup(3), "W1 Y1 clue -B3 clue G1 @1=R1")
    assert mended.position == clean.position
