"""The page `/camera`: the table as its camera sees it, the mat's zones to be moved, the picture judged, cards tried.

Law: pictures are for who knows the PIN, black outside of the table, and made only when asked for. Nothing here is
counted in a game.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, request

from companion.errors import CameraError, NotAllowed, Refused, Unreadable
from companion.sentences import say
from companion.showing import ZONE_WORDS, ZONES, Judged, Rectangle, TableCamera, TableView, Zoning
from web.answers import html
from web.gate import Gate
from web.keyed import ERRORS, ask_for_pin, form_of, has_key, let_in_by_form, sentence_of, status_of, with_key
from web.language import spoken
from web.wishing import told

SIDES = ("left", "top", "right", "bottom")
NO_CAMERA = say("This table has no camera: cards are told by taps on the table's page.")
SIDE_WORDS = {"left": say("left"), "top": say("top"), "right": say("right"), "bottom": say("bottom")}
_RIM_MM = 26


def blueprint(gate: Gate, camera: TableCamera | None, zoning: Zoning | None) -> Blueprint:
    """The camera's page and pictures."""
    seen = Blueprint("camera", __name__)

    def page(
        status: int = 200,
        *,
        sorry: str = "",
        said: str = "",
        typed: Mapping[str, str] | None = None,
        anyway: bool = False,
    ) -> Response:
        view, judged = _looked(camera)
        return html(
            "camera.html",
            status,
            has_camera=camera is not None,
            view=view,
            judged=judged,
            trying=camera is not None and camera.is_trying,
            zones=_fields(zoning, typed or {}),
            usual=_USUAL,
            zone_words=ZONE_WORDS,
            side_words=SIDE_WORDS,
            size=(0, 0) if zoning is None else zoning.size_mm,
            rim=_RIM_MM,
            sorry=sorry,
            said=said,
            asks_anyway=anyway,
        )

    @seen.get("/camera")
    def show() -> Response:
        return page() if has_key(gate) else ask_for_pin("/camera")

    @seen.get("/camera/picture")
    def picture() -> Response:
        view = _allowed(gate, camera).view()
        return Response(view.jpeg, headers={"Cache-Control": "no-store"}, mimetype="image/jpeg")

    @seen.get("/camera/judged")
    def judge() -> Response:
        its = _allowed(gate, camera)
        view = its.view()
        judged = [{"what": one.what, "good": one.is_good, "say": spoken(one.say)} for one in view.judged]
        return told({"mat": view.area_mm is not None, "judged": judged, "trying": its.is_trying}, 200)

    @seen.post("/camera")
    def change() -> Response:
        form, cookie = form_of(request), None
        wants_json = request.accept_mimetypes.best == "application/json"
        try:
            cookie = let_in_by_form(gate)
            said = _done(form, camera, zoning)
        except (*ERRORS, TimeoutError) as why:
            status = status_of(why)
            sorry = say("The table doesn't answer just now.") if isinstance(why, TimeoutError) else sentence_of(why)
            if wants_json:
                return told({"error": sorry, "anyway": isinstance(why, Refused)}, status)
            again = ask_for_pin("/camera", status, sorry) if isinstance(why, NotAllowed) else None
            again = again or page(status, sorry=sorry, typed=form, anyway=isinstance(why, Refused))
            return with_key(again, cookie)
        if wants_json:
            return told({"say": spoken(said), "trying": camera is not None and camera.is_trying}, 200)
        return with_key(page(said=said), cookie)

    @seen.errorhandler(CameraError)
    @seen.errorhandler(NotAllowed)
    def complain(why: Exception) -> Response:
        return told({"error": str(why)}, status_of(why))

    return seen


def _allowed(gate: Gate, camera: TableCamera | None) -> TableCamera:
    if not has_key(gate):
        raise NotAllowed(say("The camera's picture takes the table's PIN: show it once on this phone."))
    if camera is None:
        raise CameraError(NO_CAMERA)
    return camera


def _looked(camera: TableCamera | None) -> tuple[TableView | None, tuple[Judged, ...]]:
    """What it sees now; where it sees nothing, why not."""
    if camera is None:
        return None, ()
    try:
        view = camera.view()
    except CameraError as why:
        return None, (Judged("camera", False, str(why)),)
    return view, view.judged


def _done(form: Mapping[str, str], camera: TableCamera | None, zoning: Zoning | None) -> str:
    """Does what a form asks for; what is said of it."""
    match form.get("do"):
        case "zones" if zoning is not None:
            return zoning.move(read_zones(form), even_with_cards=bool(form.get("anyway")))
        case "try" if camera is not None:
            camera.begin_trying()
            return say("Nothing is counted now. Lay a card on the mat, take your hand away, then ask what I see.")
        case "tell" if camera is not None:
            return camera.tell_cards()
        case "done" if camera is not None:
            camera.end_trying()
            return say("The table goes on: what lies there now is compared with the game.")
        case _:
            raise Unreadable(say("That can't be done here.") if camera is not None else NO_CAMERA)


def read_zones(form: Mapping[str, str]) -> dict[str, Rectangle]:
    """The zones of a form, in millimetres. Unreadable where one is no number."""
    zones = {}
    for zone in ZONES:
        left, top, right, bottom = (_length(form.get(f"{zone}-{side}", ""), zone, side) for side in SIDES)
        zones[zone] = (left, top, right, bottom)
    return zones


def _length(text: str, zone: str, side: str) -> float:
    try:
        length = float(text.strip().replace(",", "."))
    except ValueError:
        length = float("nan")
    if not -10_000 < length < 10_000:
        raise Unreadable(
            say(
                "{text!r} is no length for the {side} of the {zone}: write millimetres.",
                text=text[:20],
                side=SIDE_WORDS[side],
                zone=ZONE_WORDS[zone],
            )
        )
    return length


_USUAL: Mapping[str, Rectangle] = {
    "fireworks": (40, 15, 760, 205),
    "discards": (40, 225, 600, 485),
    "deck": (640, 250, 760, 460),
}


def _fields(zoning: Zoning | None, typed: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Each zone's sides as they are shown: as typed, else as they are."""
    if zoning is None:
        return {}
    now = zoning.zones
    return {
        zone: {side: typed.get(f"{zone}-{side}", f"{now[zone][k]:g}") for k, side in enumerate(SIDES)} for zone in ZONES
    }
