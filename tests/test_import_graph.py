"""The picture of the package's rooms is that of the package."""

from tests.import_graph import DRAWING, PACKAGE, ROOMS, drawing, room_of


def test_every_folder_is_a_room() -> None:
    """Every folder of the package stands in the picture."""
    folders = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")}
    assert folders - {"."} == {room for room in ROOMS if (PACKAGE / room).is_dir()}


def test_a_module_stands_in_the_innermost_room() -> None:
    """A module is counted to the room that it lies in, not to the one around it."""
    assert room_of("meldspec.engine.lookahead.search") == "engine/lookahead"
    assert room_of("meldspec.engine.referee.Referee") == "engine"


def test_the_drawing_is_that_of_the_package(goldens: bool) -> None:
    """The picture on the site shows the imports as they are."""
    if goldens:
        DRAWING.write_text(drawing(), encoding="utf-8")
    assert DRAWING.read_text(encoding="utf-8") == drawing()
