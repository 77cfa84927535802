"""What must not go wrong at somebody's table, and the tests that hold it.

The left side is a trial, the right side its tests by their names; the long ones print their figures with
`make trials`, and the last figures stand in the README beside this file.
"""

import pytest

TRIALS = {
    "1 a power cut at any write": [
        "test_the_power_is_cut_after_every_single_deed",
        "test_a_power_cut_loses_nothing_that_was_acknowledged",
    ],
    "2 kill -9 while writing, starting, migrating, backing up": [
        "test_twenty_kills_of_a_running_demo_lose_and_invent_nothing",
        "test_five_hundred_kills_over_games_and_their_ends_lose_and_invent_nothing",
        "test_a_kill_in_the_middle_leaves_all_of_it_or_nothing",
        "test_hundreds_of_kills_leave_all_of_it_or_nothing",
    ],
    "3 files cut at every length, bits flipped": [
        "test_a_small_file_cut_or_flipped_anywhere_is_put_aside_and_begun_anew",
        "test_settings_cut_or_flipped_are_read_or_told_in_a_sentence",
        "test_a_deck_with_300_bits_flipped_one_by_one_or_cut_is_refused",
        "test_a_journal_cut_at_every_length_or_flipped_shows_nothing_wrong",
    ],
    "4 a full disk": [
        "test_a_full_disk_is_told_and_everything_is_written_once_there_is_room",
        "test_a_full_disk_is_told_and_the_old_deck_stays",
        "test_a_full_disk_keeps_nobody_out",
    ],
    "5 a read-only disk": [
        "test_on_a_read_only_disk_it_starts_shows_past_games_and_says_that_it_does_not_save",
        "test_on_a_read_only_disk_the_game_is_shown_and_goes_on",
    ],
    "6 a clock that jumps": [
        "test_no_jump_of_the_clock_moves_a_timer_an_order_or_the_watchdog",
        "test_the_wall_clock_is_asked_only_for_what_people_read",
        "test_a_clock_that_was_never_set_is_noted",
    ],
    "7 a camera that is away, frozen, black, slow, hanging": [
        "test_it_is_told_within_three_seconds_and_back_within_ten_of_its_return",
        "test_a_frozen_camera_is_told_within_three_seconds",
        "test_a_stop_that_never_returns_keeps_nobody_waiting",
        "test_a_camera_that_is_plugged_in_a_minute_after_the_start_joins_within_two_seconds",
    ],
    "8 buttons that bounce, stick, come together; a busy pin": [
        "test_twenty_edges_in_ten_milliseconds_are_one_press",
        "test_a_stuck_button_is_told_within_ten_seconds_once_and_its_release_is_no_press",
        "test_a_busy_pin_is_told_with_what_it_is_for_who_has_it_and_the_mend",
    ],
    "9 twelve phones, three hundred phones": [
        "test_twelve_phones_see_each_change_at_once",
        "test_a_crowd_of_phones_follows_drops_returns_and_is_sent_home",
    ],
    "10 all drop and return at once": [
        "test_a_crowd_of_phones_follows_drops_returns_and_is_sent_home",
        "test_hours_at_the_table_leave_nothing_behind",
    ],
    "11 readers that never read": [
        "test_fifty_phones_that_vanish_without_a_word_leave_their_places",
        "test_phones_that_never_read_their_pages_keep_nobody_waiting",
        "test_five_readers_that_never_read_are_freed",
        "test_who_never_reads_is_dropped_and_the_others_notice_nothing",
    ],
    "12 slow senders": [
        "test_four_hundred_slow_heads_and_fifty_slow_bodies_keep_nobody_waiting",
        "test_four_hundred_and_fifty_who_send_a_letter_a_second_keep_nobody_waiting",
        "test_a_head_that_never_ends_is_hung_up_on",
        "test_a_body_that_never_ends_is_not_waited_for",
    ],
    "13 bodies, fields, heads and JSON of every bad kind": [
        "test_no_body_is_answered_by_anything_but_a_refusal",
        "test_bodies_are_as_large_as_their_names_say",
        "test_no_head_is_answered_by_anything_but_a_refusal",
        "test_one_field_more_is_refused_before_the_form_is_read",
        "test_no_request_is_answered_by_an_error_of_ours",
    ],
    "14 forged requests": [
        "test_a_forged_change_is_refused_though_it_brings_the_cookie",
        "test_nothing_changes_without_the_pin",
    ],
    "15 foreign hosts": [
        "test_no_head_is_answered_by_anything_but_a_refusal",
        "test_a_foreign_name_is_not_ours_to_answer",
        "test_no_host_or_two_or_nonsense_is_a_bad_request",
        "test_a_foreign_host_gets_neither_page_nor_stream",
    ],
    "16 paths that lead out, links and bombs in a backup": [
        "test_no_path_leads_out",
        "test_no_zip_puts_anything_outside",
        "test_a_link_in_a_backup_is_refused",
        "test_a_bomb_is_refused_before_it_is_unpacked",
        "test_a_bomb_that_tells_a_small_size_is_unpacked_no_further_than_that",
    ],
    "17 names with tags, right-to-left marks, formulas, line ends": [
        "test_a_page_shows_them_as_text",
        "test_json_and_the_stream_carry_them_whole",
        "test_a_spreadsheet_takes_no_name_for_a_formula",
        "test_each_happening_is_one_line_in_the_log",
        "test_no_paper_holds_a_name",
        "test_a_whole_evening_asks_nobody_else_for_anything",
    ],
    "18 ten thousand PIN tries": [
        "test_ten_thousand_tries_get_twenty_a_minute_and_a_restart_forgives_none",
        "test_ten_thousand_tries_over_http",
        "test_a_new_process_goes_on_waiting_where_the_last_one_was_killed",
        "test_a_wrong_pin_takes_as_long_however_much_of_it_is_right",
        "test_while_somebody_guesses_the_buttons_and_those_who_are_in_go_on",
    ],
    "19 SIGTERM": [
        "test_a_crowd_of_phones_follows_drops_returns_and_is_sent_home",
        "test_a_signal_while_it_starts_leaves_no_lamp_lit",
        "test_three_hundred_phones_follow_and_the_server_still_ends_in_time",
        "test_a_signal_ends_a_running_table_at_once_and_saves_its_picture",
        "test_a_signal_while_it_starts_ends_it_at_once",
        "test_closing_puts_out_all_lamps_and_lets_the_pins_go_even_with_a_button_down",
    ],
    "20 a blocked thread": [
        "test_a_blocked_table_beats_no_more",
        "test_one_thread_that_stands_still_starves_it",
        "test_a_hung_program_is_begun_anew_by_the_watchdog",
    ],
    "21 three starts in a row that fail": [
        "test_three_starts_in_a_row_that_die_are_followed_by_a_safe_one_and_that_by_a_whole_one",
        "test_going_on_with_the_good_settings_puts_them_back_keeps_the_bad_ones_and_starts_the_whole_table",
        "test_a_service_with_a_bad_line_offers_the_good_settings_and_goes_on_with_them",
    ],
    "22 a person's browser": [
        "test_everybody_can_read_it",
        "test_neither_narrow_phones_nor_large_letters_scroll_sideways",
        "test_no_page_is_cut_off_on_a_phone_or_too_small_for_a_thumb_or_closed_to_keys",
        "test_everybody_can_read_every_page",
        "test_all_is_reached_by_tab_in_its_order_and_a_dialog_keeps_the_keys_and_gives_them_back",
        "test_in_colours_of_one_s_own_what_is_chosen_or_lit_or_in_turn_still_differs",
        "test_offline_and_back_shows_the_age_and_then_the_newest",
    ],
    "23 no request to anybody else": ["test_a_whole_evening_asks_nobody_else_for_anything"],
    "24 settings that can't be read": [
        "test_what_is_wrong_is_named_with_file_key_and_line",
        "test_bad_toml_is_told_with_its_line",
        "test_as_a_service_a_settings_file_that_can_t_be_read_is_a_safe_table",
        "test_a_service_with_a_bad_line_offers_the_good_settings_and_goes_on_with_them",
        "test_an_empty_file_is_the_usual_settings_and_no_reason_to_be_safe",
    ],
    "25 upgrade, back up, restore": [
        "test_its_game_is_read_turn_by_turn",
        "test_the_table_goes_on_there_and_its_pin_stays",
        "test_backed_up_and_restored_it_is_the_same",
        "test_games_are_backed_up_before_another_version_takes_over_and_five_backups_are_kept",
        "test_a_backup_is_written_and_restored",
        "test_a_newer_file_is_refused_and_left_as_it_is",
    ],
}


@pytest.mark.parametrize("trial", TRIALS)
def test_each_trial_of_trust_has_its_tests_here(trial, named):
    assert [name for name in TRIALS[trial] if name not in named] == []
