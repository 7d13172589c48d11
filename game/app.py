"""The program: the only main loop, the window and the stack of scenes. Tests step it headless."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random, SystemRandom
from threading import Thread
from typing import TYPE_CHECKING

import pygame

from game import last_shelf, routes
from game.crash import keep_report
from game.data import cache as data
from game.data.guests import is_guest
from game.data.history import History
from game.data.people import NOBODY
from game.data.store import Settings, Store
from game.folders import cache_folder
from game.memory import give_back
from game.thinking import Direct, Thinker
from game.ui.assets import ROOT, PictureCache
from game.ui.devices.sound import MUSIC_ENDED, Silent, Sounds
from game.ui.devices.speech import ASKED, Speaker
from game.ui.look import Look
from game.ui.scene import Scene
from game.ui.text import Texts, system_language
from game.window import SMALLEST, NoScreen, Window, wait_for_input

if TYPE_CHECKING:
    from game.data.results import Earned
    from game.ui.devices.gamepad import Gamepads

ACTIVE_RATE, IDLE_RATE, RESTING_RATE = 60, 20, 8
"""Frames a second: while something moves; soon after the last input; long after it, or without the focus."""
LISTENING = 2.5
"""Factor by which the loop sleeps longer where input to the window wakes it."""
MANY_RECORDS = 100
"""Reading fewer of them again takes no time worth showing."""
MUSIC_AFTER = 60_000.0
"""Milliseconds after which the music begins."""
IDLE_AFTER, RESTING_AFTER = 2.0, 30.0
"""Seconds without input after which the loop slows down, and then once more."""


class App:
    """Hold what all scenes share and pass events and time to the top scene."""

    def __init__(self, store: Store | None = None, *, headless: tuple[int, int] | None = None,
                 size: tuple[int, int] | None = None, window: Window | None = None):
        """`headless`: the size of the picture without a window; `size`: that of a window, to measure in.

        `window`: one that is open already.
        """
        self.store = store or Store()
        self.store.claim()
        data.use_cache(cache_folder() / "data")
        self.settings: Settings = self.store.read_settings()
        self.headless = headless is not None
        self.sounds: Sounds | Silent = Silent() if self.headless else Sounds(
            ROOT / "sprites" / "sounds", self.settings.sound / 100, self.settings.music / 100)
        self.thinker: Thinker | Direct = Direct() if self.headless else Thinker()
        self.pictures = PictureCache(cache_folder() / "pictures")
        self.running = True
        self.shows_focus = False
        self.focused = True
        self._resize_waits = False
        self._history: History | None = None
        self._progress_shown = 0.0
        self.scenes: list[Scene] = []
        self._gone = False
        """Whether a scene was closed since the last frame."""
        self.troubles: list[float] = []
        """Times of the latest unexpected exceptions."""
        self._last_input = self._started = time.monotonic()
        self.gamepads: Gamepads | None = None
        self.speech = Speaker(aloud=bool(os.environ.get(ASKED)))
        self.chance: Random = SystemRandom()
        """The source of new deal numbers."""
        self.toasts: list[Earned] = []
        """Earned honours not yet shown."""
        self._open_ms = 0.0
        """How long the program is open, in milliseconds."""
        pygame.display.init()
        pygame.font.init()
        self.window: Window | None = None
        if headless is None:
            self.window = window or Window(fullscreen=self.settings.fullscreen, size=size)
            self.screen = self.window.surface
        else:
            self.screen = pygame.display.set_mode(headless)
        self.texts = Texts(self._language())
        self.look = self._make_look()
        self._follow_voice()

    # --- shared objects ---

    @property
    def history(self) -> History:
        """Return the results; open the database on first use."""
        if self._history is None:
            self._history = History(self.store.folder, self._show_progress)
            people = self._history.people
            people.guest = self.texts("player.you")
            if people.ownerless and not people.all():
                people.make(self.player_name())  # results without a name belong to the current player
        return self._history

    @history.setter
    def history(self, history: History) -> None:
        self._history = history

    def _show_progress(self, done: int, total: int) -> None:
        """Show how far the statistics have been read again from the records, if it takes a while."""
        now = time.monotonic()
        if total < MANY_RECORDS or (now < self._progress_shown + 0.1 and done < total):
            return
        self._progress_shown = now
        look, area = self.look, self.screen.get_rect()
        self.screen.fill(look.theme.panel)
        look.write(self.screen, self.texts("statistics.reading", done=done, total=total), "body", area.center,
                   "center", fit=area.w - 40)
        bar = pygame.Rect(area.w // 4, area.centery + look.px(40), area.w // 2, look.px(14))
        pygame.draw.rect(self.screen, look.theme.line, bar, 1)
        pygame.draw.rect(self.screen, look.theme.brass, (*bar.topleft, bar.w * done // total, bar.h))
        pygame.display.flip()
        pygame.event.pump()

    @property
    def me(self) -> int | None:
        """Return the current player's profile id: NOBODY for a new player, None without any profiles."""
        people = self.history.people.all()
        name = self.player_name().casefold()
        return next((one.id for one in people if one.name.casefold() == name), NOBODY if people else None)

    def _language(self) -> str:
        return system_language() if self.settings.language == "auto" else self.settings.language

    def _make_look(self) -> Look:
        size = self.screen.get_size()
        s = self.settings
        return Look((max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])), theme=s.theme,
                    text_scale=s.text_size / 100, safe_colours=s.safe_colours, speed=s.speed_factor,
                    cache=self.pictures)

    def player_name(self) -> str:
        """Return the name of the person at this computer."""
        if self.settings.name and not is_guest(self.settings.name):
            return self.settings.name
        import getpass  # noqa: PLC0415 - only without a name in the settings

        try:
            name = getpass.getuser()
        except (OSError, KeyError, ImportError):
            name = ""
        return name[:1].upper() + name[1:12] if name and name not in ("root",
                                                                      "user") else self.texts("player.you")

    def announce(self, earned: Earned) -> None:
        """Queue a toast for an honour; it is shown once the top scene has no other toast."""
        self.toasts.append(earned)

    # --- the window ---

    def toggle_fullscreen(self) -> None:
        self.settings.fullscreen = not self.settings.fullscreen
        if self.window is None:
            return
        self.window.set_fullscreen(self.settings.fullscreen)
        self.store.write_settings(self.settings)
        self._resized()

    def _resized(self) -> None:
        screen = pygame.display.get_surface()
        if screen is None:
            return
        if screen is not self.screen or screen.get_size() != self.look.size or self.too_small:
            self.screen = screen
            self.refresh()

    @property
    def too_small(self) -> bool:
        return self.screen.get_width() < SMALLEST[0] or self.screen.get_height() < SMALLEST[1]

    def refresh(self) -> None:
        """Rebuild all scenes after a change of window size, theme, language or text size."""
        self.pictures.forget()
        self.look = self._make_look()
        self.texts = Texts(self._language())
        self._follow_voice()
        if self._history is not None:
            self._history.people.guest = self.texts("player.you")
        if self.too_small:
            self._say_too_small()
            return
        for scene in self.scenes:
            scene.rebuild()
            scene.stage.draw(self.screen)
        pygame.display.flip()

    def _say_too_small(self) -> None:
        self.screen.fill(self.look.theme.panel)
        text = self.texts("window.too_small", width=SMALLEST[0], height=SMALLEST[1])
        width = self.screen.get_width() - 20
        area = pygame.Rect(10, 10, max(60, width), self.screen.get_height())
        self.look.paragraph(self.screen, text, "body", area)
        pygame.display.flip()

    def apply_settings(self) -> None:
        """Save changed settings and apply them to the sound."""
        self.store.write_settings(self.settings)
        self.sounds.set_volume(self.settings.sound / 100)
        if self.settings.music / 100 != self.sounds.music_volume:
            self._open_ms = MUSIC_AFTER  # a changed volume starts the music at once
        self.sounds.set_music_volume(self.settings.music / 100)
        self._follow_music()
        self._follow_voice()

    def _follow_voice(self) -> None:
        """Let the voice follow the settings and the language; a headless program has none."""
        self.speech.language = self.texts.language
        self.speech.turn(on=not self.headless and (self.settings.speech or bool(os.environ.get(ASKED))))

    def _follow_music(self) -> None:
        """Let the music follow the place, from the second minute on."""
        part = next((scene.music_part for scene in reversed(self.scenes) if scene.music_part), None)
        self.sounds.music(part if self.settings.music and self._open_ms >= MUSIC_AFTER else None)

    # --- the stack ---

    @property
    def top(self) -> Scene:
        return self.scenes[-1]

    def push(self, scene: Scene) -> None:
        """Put a scene on top of the stack."""
        if self.scenes:
            _leave(self.top)
            self.top.stage.draw(self.screen)
        self.scenes.append(scene)
        scene.rebuild()
        self._enter(scene)

    def pop(self) -> None:
        """Close the top scene; closing the last one quits."""
        if len(self.scenes) == 1:
            self.quit()
            return
        self._close(self.scenes.pop())
        if self.top.look is not self.look:
            self.top.rebuild()
        else:
            self.top.stage.touch_all()
        self._return_to(self.top)

    def replace(self, scene: Scene) -> None:
        """Replace the top scene."""
        self._close(self.scenes.pop())
        self.scenes.append(scene)
        scene.rebuild()
        self._enter(scene)

    def home(self, to: Scene | None = None) -> None:
        """Close all scenes above this one; without one, or if it is gone, all but the first, the shelf."""
        while len(self.scenes) > 1 and self.top is not to:
            self._close(self.scenes.pop())
        self.top.rebuild()
        self._return_to(self.top)

    def _close(self, scene: Scene) -> None:
        """Close a popped scene: release its large surfaces now, everything else at the end of the frame."""
        _leave(scene)
        scene.close()
        scene.stage.release()
        self._gone = True

    @staticmethod
    def _enter(scene: Scene) -> None:
        """Announce a scene, then let it start."""
        scene.app.speech.say(scene.heading)
        scene.enter()

    def _return_to(self, scene: Scene) -> None:
        self._enter(scene)
        scene.come_back()

    def open(self, route: routes.Route, *, instead: bool = False) -> Scene | None:
        """Push the scene of a route, or put it in place of the top one. Return None if the route has none."""
        try:
            scene = route.load()(self, *route.values())
        except ValueError as fault:
            self._tell_bad_words(fault)
            return None
        if scene is not None:
            (self.replace if instead else self.push)(scene)
        return scene

    def _tell_bad_words(self, fault: ValueError) -> None:
        """Tell why the words of a table cannot be played; raise any other fault again."""
        from game.ui.dialogs import Notice  # noqa: PLC0415 - needed only if something went wrong
        from rules.words.lexicon import BadLexicon  # noqa: PLC0415 - the same

        if not isinstance(fault, BadLexicon):
            raise fault
        self.push(Notice(self, self.texts("setup.words_broken"), self.texts(fault.phrase)))

    def quit(self) -> None:
        self.running = False

    # --- events and time ---

    def show_focus(self) -> None:
        self.shows_focus = True

    def dispatch(self, event: pygame.Event) -> None:
        """Handle a window event, or pass an event to the top scene."""
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            self._resize_waits = True  # many arrive while an edge is dragged; lay out once a frame
        elif event.type == pygame.DROPFILE:
            self._open_dropped(Path(event.file))
        elif event.type == MUSIC_ENDED:
            self.sounds.music_ended()
        elif event.type == pygame.WINDOWEXPOSED:
            pygame.display.flip()
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED):
            self._set_focused(False)
        elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED):
            self._set_focused(True)
        elif self.too_small or (event.type == pygame.KEYDOWN and self._window_key(event)):
            return
        else:
            if event.type == pygame.MOUSEMOTION and not event.buttons[0]:
                self.top.let_go()  # the button was released outside the window
            translated = self._translated(event)
            self.top.handle(translated)
            if translated is not event:
                self._let_pad_type()

    def _open_dropped(self, path: Path) -> None:
        """Open a record or a puzzle that was dragged onto the window, or say why it cannot be opened."""
        try:
            self.open(routes.OpenFile(path))
        except routes.CannotOpen as fault:
            from game.ui.dialogs import Notice  # noqa: PLC0415 - needed only if something went wrong

            self.push(Notice(self, path.name, str(fault)))

    def _set_focused(self, focused: bool) -> None:
        if self.focused != focused:
            self.focused = focused
            if focused:
                self.sounds.resume()
            else:
                self.sounds.pause()
            for scene in self.scenes:
                scene.pause(not focused)

    def _translated(self, event: pygame.Event) -> pygame.Event:
        if event.type == pygame.MOUSEMOTION and self.shows_focus and event.rel != (0, 0):
            self.shows_focus = False
            if self.top.focus is not None:
                self.top.focus.refresh()
        if self.gamepads is not None:
            key = self.gamepads.key_for(event)
            if key is not None:
                self.show_focus()
                if key == pygame.K_ESCAPE:
                    self.top.escape()
                    return pygame.Event(pygame.NOEVENT)
                return pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")
        return event

    def _let_pad_type(self) -> None:
        """Show keys on the screen when a gamepad has begun to write in a field."""
        from game.ui.widgets import Field  # noqa: PLC0415 - keeps the first frame fast

        field = self.top.focus
        if isinstance(field, Field) and field.editing:
            from game.ui.devices.pad_typing import PadTyping  # noqa: PLC0415 - only gamepads need it

            self.push(PadTyping(self, field))

    def _window_key(self, event: pygame.Event) -> bool:
        alt_enter = event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT
        if event.key == pygame.K_F11 or alt_enter:
            self.toggle_fullscreen()
            return True
        if event.key == pygame.K_ESCAPE and not (self.top.focus is not None and self.top.focus.editing):
            self.top.escape()
            return True
        return False

    def step(self, events: list[pygame.Event], ms: float) -> None:
        """Run one iteration of the main loop: answers of bots, events, time, drawing."""
        self.thinker.poll()
        for event in events:
            if event.type == pygame.KEYDOWN:
                self.speech.interrupt()
            if event.type in _INPUT:
                if self._quiet >= RESTING_AFTER:
                    self.sounds.prepare()
                self._last_input = time.monotonic()
            self.dispatch(event)
            if not self.running:
                return
        if self._resize_waits:
            self._resize_waits = False
            self._resized()
        self.top.advance(min(ms, 100))
        self._open_ms += ms
        self._follow_music()
        if self._quiet >= RESTING_AFTER:
            self.sounds.rest()
        self.speech.poll()
        self._tell_notices()
        if self.toasts and not self.top.shows_toast:
            from game.ui.widgets.toast import show_toast  # noqa: PLC0415 - needed only once an honour is earned

            show_toast(self.top, self.toasts.pop(0))
        if not self.too_small:
            rects = self.top.stage.draw(self.screen)
            if rects:
                pygame.display.update(rects)
        if self._gone:
            self._gone = False
            give_back()

    def _tell_notices(self) -> None:
        """Show the next notice of the store or the history in a dialog."""
        notices = self.store.notices
        if self._history is not None and self._history.notices:
            notices.extend(self._history.notices)
            self._history.notices.clear()
        if notices and not self.headless:
            from game.ui.dialogs import Notice  # noqa: PLC0415 - needed only if something went wrong

            phrase = notices.pop(0)
            self.push(Notice(self, self.texts("notice.title"), self.texts(phrase)))

    @property
    def _quiet(self) -> float:
        """The seconds since the last input."""
        return time.monotonic() - self._last_input

    @property
    def rate(self) -> int:
        """Frames a second at the moment."""
        if not self.focused:
            return RESTING_RATE
        quiet = self._quiet
        if self.top.restless or self.thinker.busy or quiet < IDLE_AFTER:
            return ACTIVE_RATE
        return IDLE_RATE if quiet < RESTING_AFTER or self.top.hears_others else RESTING_RATE

    def wait(self, clock: pygame.Clock) -> int:
        """Wait for the next frame, or for input while nothing moves; return the milliseconds that passed."""
        rate = self.rate
        pads = self.gamepads is not None and self.gamepads.pads
        line = self.window.line if self.window is not None and self.focused and not pads else None
        if rate == ACTIVE_RATE or line is None or self.top.hears_others:
            return clock.tick(rate)
        wait_for_input(line, LISTENING / rate)
        return clock.tick()

    def run(self) -> int:
        clock = pygame.Clock()
        self._started = time.monotonic()
        while self.running:
            if not self.safe_step(pygame.event.get(), self.wait(clock)):
                return self.give_up()
        self.close(keep_shelf=True)
        return 0

    def safe_step(self, events: list[pygame.Event], ms: float) -> bool:
        """Run `step`; on an unexpected exception show the error screen. Return False if recovery fails."""
        try:
            self.step(events, ms)
            if self.gamepads is None and time.monotonic() - self._started > 1.0:
                self._late_start()
        except Exception as fault:
            return self._rescue(fault)
        return True

    def _rescue(self, fault: Exception) -> bool:
        try:
            if self.open(routes.Trouble(fault)) is None:
                return False
            self.step([], 0)
        except Exception as another:
            keep_report(self.store.asked_folder, another)
            return False
        return True

    def give_up(self) -> int:
        """Close the window after a fatal error and print where the report is; return the exit code."""
        try:
            self.thinker.stop()
            pygame.quit()
        except Exception as fault:
            keep_report(self.store.asked_folder, fault)
        if sys.stderr is not None:
            print(self.texts("window.crashed", file=str(self.store.folder / "crash.log")), file=sys.stderr)
        return 1

    def _late_start(self) -> None:
        """Initialise what is not needed for the first frame."""
        from game.ui.devices.gamepad import Gamepads  # noqa: PLC0415 - keeps the first frame fast

        self.gamepads = Gamepads()
        self.gamepads.start()
        self.sounds.prepare()
        self.pictures.tidy()
        self.store.tidy()
        give_back()
        Thread(target=routes.PlayAgain("").load).start()  # importing the table is half of opening a game

    def close(self, *, keep_shelf: bool = False) -> None:
        """Close everything; `keep_shelf` keeps a picture of the shelf for the next start."""
        self.speech.interrupt()
        while len(self.scenes) > 1:
            self._close(self.scenes.pop())
        shelf = self._picture_of(self.top) if keep_shelf else None
        while self.scenes:
            self._close(self.scenes.pop())
        self.thinker.stop()
        self.sounds.close()
        if self._history is not None:
            self._history.close()
        if shelf is not None:
            last_shelf.keep(shelf, self.store.folder, fullscreen=self.settings.fullscreen)
        if not self.headless:
            pygame.quit()

    def _picture_of(self, scene: Scene) -> pygame.Surface | None:
        """Return what a scene looks like at rest; None if that is not what the next start will show."""
        if self.too_small or not self.store.keeps or self.store.is_second:
            return None
        scene.rebuild()
        if scene.restless:
            return None
        scene.stage.draw(self.screen)
        return self.screen


_INPUT = frozenset({pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
                    pygame.MOUSEWHEEL, pygame.TEXTINPUT, pygame.JOYBUTTONDOWN, pygame.JOYHATMOTION,
                    pygame.JOYAXISMOTION, pygame.WINDOWSIZECHANGED, pygame.WINDOWFOCUSGAINED})


def _leave(scene: Scene) -> None:
    scene.let_go()
    scene.leave()


def play(then: routes.Route | None = None, *, window: Window | None = None) -> int:
    """Show the shelf, in `window` if it is open already, and another screen upon it; return the exit code."""
    try:
        app = App(window=window)
    except (NoScreen, pygame.error) as fault:
        reason = fault.reason if isinstance(fault, NoScreen) else str(fault)
        if sys.stderr is not None:  # pythonw.exe has none
            print(Texts(system_language())("window.no_display", reason=reason), file=sys.stderr)
        return 1
    try:
        app.open(routes.Shelf())
        if then is not None:
            app.open(then)
        return app.run()
    except routes.CannotOpen as fault:
        app.close()
        print(fault, file=sys.stderr)
        return 1
    except Exception as fault:
        keep_report(app.store.asked_folder, fault)
        return app.give_up()
