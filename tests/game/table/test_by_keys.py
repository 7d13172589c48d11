"""Every game from its first move to its end by gamepad only, and by keyboard only."""

from __future__ import annotations

import json
from collections.abc import Callable

import pygame
import pytest

from game import routes
from game.data.history import History
from game.screens.result.ending import Ending
from game.table.scene import TableScene
from game.ui.devices.gamepad import Gamepads
from game.ui.widgets import Button
from rules.catalog import GAMES, rules_from_values, rules_of
from rules.records import verify
from rules.session import Seat, Session
from tests.kit.desk import Desk
from tests.kit.players.acts import player
from tests.kit.tiny import SEED, lay_out, player_of, tiny_rules
from tests.kit.xscreen import MISSING

PAD = {pygame.K_RETURN: 0, pygame.K_ESCAPE: 1, pygame.K_r: 3, pygame.K_TAB: 5}
HAT = {pygame.K_RIGHT: (1, 0), pygame.K_LEFT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
LONGEST = 400
"""The number of turns after which a game should have ended."""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("DOMINOTHEK_LANG", "en")
    desk = Desk(tmp_path)
    desk.app.history = History(None)
    desk.app.settings.speed = "none"
    desk.app.settings.warn_lost = False
    desk.app.refresh()
    yield desk
    desk.app.close()


def sit_down(desk: Desk, game: str) -> TableScene:
    low = GAMES[game].players[0]
    seats = [Seat("Ada"), *(Seat(name, "bot", "easy") for name in ("Bea", "Cem")[:low - 1])]
    desk.app.push(TableScene(desk.app, Session(tiny_rules(game), seats, SEED)))
    desk.run(50)
    return desk.scene


def keyboard(desk: Desk) -> Callable[[int], None]:
    return desk.key


def gamepad(desk: Desk) -> Callable[[int], None]:
    desk.app.gamepads = Gamepads()

    def press(key: int) -> None:
        if key in HAT:
            desk.event(pygame.JOYHATMOTION, value=HAT[key], hat=0, instance_id=0)
            desk.event(pygame.JOYHATMOTION, value=(0, 0), hat=0, instance_id=0)
        else:
            desk.event(pygame.JOYBUTTONDOWN, button=PAD[key], instance_id=0)
    return press


WAYS = [(gamepad, "pad"), *([(keyboard, "keyboard")] if MISSING else [])]
"""By keyboard games are played in a real window (tests/window), here only where that is not possible."""


def play_a_turn(desk: Desk, press: Callable[[int], None]) -> None:
    """Lay the first piece that fits; else press the first button of the turn."""
    scene = desk.scene
    for _ in range(len(scene.board.pieces())):
        press(pygame.K_RIGHT)
        for _ in range(scene.board.turns(scene.hand.piece) if scene.hand.holding else 0):
            if scene.hand.targets:
                press(pygame.K_UP)
                assert scene.hand.near is not None
                press(pygame.K_RETURN)
                return
            press(pygame.K_r)
    if scene.hand.holding:
        press(pygame.K_ESCAPE)
    press_a_button(desk, press)


def press_a_button(desk: Desk, press: Callable[[int], None]) -> None:
    """Press a button of the turn, which Tab reaches before the top bar."""
    scene, moves = desk.scene, desk.scene.session.moves
    for _ in range(7):
        press(pygame.K_TAB)
        if scene.focus is None:
            continue  # the pieces
        assert isinstance(scene.focus, Button), "the buttons of the turn come first"
        if scene.focus not in scene.tools.values():
            press(pygame.K_RETURN)
        if scene.session.moves > moves or desk.scene is not scene:
            break
    if desk.scene is scene and scene.focus is not None:
        press(pygame.K_ESCAPE)
    assert scene.session.moves > moves


PIECES = [game for game, info in GAMES.items() if info.family != "words"]
"""Games with pieces to pick and places to choose; words are typed, see below."""


@pytest.mark.parametrize("device", [way[0] for way in WAYS])
@pytest.mark.parametrize("game", PIECES)
def test_a_whole_game_is_played_without_a_mouse(desk, game, device):
    table = sit_down(desk, game)
    press = device(desk)
    for _ in range(LONGEST):
        for _ in range(200):
            if desk.scene is not table or (table.my_turn and not table.tweens.busy):
                break
            desk.run(50)
        if isinstance(desk.scene, Ending):
            if table.session.game_outcome is not None:
                return
            press(pygame.K_RETURN)  # start the next round
            continue
        if table.session.outcome is not None:
            desk.run(500)
            continue
        play_a_turn(desk, press)
    pytest.fail("the game did not end")


@pytest.mark.parametrize("game", PIECES)
def test_the_ways_around_a_table_need_no_mouse(desk, game):
    table = sit_down(desk, game)
    for key in (pygame.K_F1, pygame.K_F2):
        desk.key(key)
        assert desk.scene is not table
        desk.key(pygame.K_ESCAPE)
        assert desk.scene is table
    desk.key(pygame.K_ESCAPE)
    assert desk.scene is not table
    desk.key(pygame.K_RETURN)
    assert desk.scene is table, "the first choice of the menu is to play on"


# --- words ---


def sit_down_to_words(desk: Desk, game: str) -> TableScene:
    """Open a table of people with only a few legal words, so that no search is needed."""
    session = Session(rules_of(game), [Seat("Ada"), Seat("Ben")], 7)
    scene = TableScene(desk.app, session)
    scene.looking = session.state.player
    desk.app.push(scene)
    desk.run(50)
    return scene


@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom"])
def test_a_word_is_laid_with_a_gamepad_alone(desk, game):
    table = sit_down_to_words(desk, game)
    move = next(iter(table.session.rules.legal_moves(table.state)))
    press = gamepad(desk)
    press(pygame.K_RIGHT)
    assert table.board.cursor.at is not None
    for mark in move.word:
        for _ in range(40):
            pull(desk)
            if table.hand.piece is not None and table.hand.piece.mark == mark:
                break
        press(pygame.K_RETURN)
    assert "".join(table.board.laying.draft.letters.values()) == move.word
    press(pygame.K_RETURN)
    assert table.session.moves == 1


def pull(desk: Desk) -> None:
    """Pull and release the right trigger."""
    for value in (-1.0, 0.9, -1.0):
        desk.event(pygame.JOYAXISMOTION, axis=5, value=value, instance_id=0)


@pytest.mark.parametrize("game", ["kreuzwort", "point_typ_dom"])
def test_a_word_is_typed(desk, game):
    table = sit_down_to_words(desk, game)
    move = next(iter(table.session.rules.legal_moves(table.state)))
    desk.key(pygame.K_RIGHT)
    for mark in move.word:
        desk.event(pygame.KEYDOWN, key=ord(mark.lower()), mod=0, unicode=mark.lower())
    desk.key(pygame.K_RETURN)
    assert table.session.moves == 1


KEYS = {"Return": pygame.K_RETURN, "Escape": pygame.K_ESCAPE, "Tab": pygame.K_TAB, "Delete": pygame.K_DELETE,
        "space": pygame.K_SPACE, "Right": pygame.K_RIGHT, "Left": pygame.K_LEFT, "Up": pygame.K_UP,
        "Down": pygame.K_DOWN}
WORDS = [game for game, info in GAMES.items() if info.family == "words"]


def hit(desk: Desk, press: Callable[[int], None], name: str) -> None:
    """Press a key by the name that players use; on a pad Page Down is the right trigger."""
    if name in KEYS:
        press(KEYS[name])
    elif name == "Page_Down":
        pull(desk)
    elif name.startswith("ctrl+"):
        desk.key(ord(name[-1]), pygame.KMOD_CTRL)
    elif press == desk.key:
        desk.type_word(name)
    else:
        press(ord(name))


@pytest.mark.parametrize(("device", "way"), WAYS)
@pytest.mark.parametrize("game", WORDS)
def test_a_whole_game_of_words_is_played_without_a_mouse(tmp_path, monkeypatch, game, device, way):
    monkeypatch.setattr("game.screens.setup.scene.new_seed", lambda app: SEED)
    lay_out(tmp_path / "data", game)
    desk = Desk(tmp_path / "data")
    try:
        desk.app.open(routes.PlayAgain(game))
        table, press, play = desk.scene, device(desk), player(player_of(game, way))
        for _ in range(LONGEST):
            desk.run(50)
            turn = play(desk.app) if not desk.scene.tweens.busy else None
            for _, name in turn[1]() if turn is not None else ():
                hit(desk, press, name)
            if isinstance(desk.scene, Ending) and table.session.game_outcome is not None:
                break
        else:
            pytest.fail(f"the game did not end: {play(desk.app)}")
        record, = (tmp_path / "data" / "records").glob("2*.json")
        verify(json.loads(record.read_text(encoding="utf-8")), rules_from_values)
    finally:
        desk.app.close()


def test_a_pad_whose_cross_is_four_buttons_is_understood():
    class Pad:
        def get_numbuttons(self) -> int:
            return 16

    pads = Gamepads()
    pads.pads[3] = Pad()
    pressed = {number: pads.key_for(pygame.Event(pygame.JOYBUTTONDOWN, button=number, instance_id=3))
               for number in (0, 1, 9, 10, 11, 14)}
    assert pressed == {0: pygame.K_RETURN, 1: pygame.K_ESCAPE, 9: pygame.K_u, 10: pygame.K_TAB,
                       11: pygame.K_UP, 14: pygame.K_RIGHT}
