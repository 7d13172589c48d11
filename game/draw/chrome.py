"""User interface elements around the pieces: panels, buttons, pills, keycaps, bubbles, avatars, plates."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.draw import shapes, surfaces
from game.draw.svg import Colour, darker, lighter, luminance, mix, radial, raster
from game.ui.look import Look, Pos


def draw_shadow(look: Look, surface: pygame.Surface, rect: pygame.Rect, radius: float, name: str) -> None:
    token = look.design["shadow"][name]
    k = look.k
    shapes.draw_soft_box(surface, rect, radius, "#000000", token["alpha"], token["blur"] * k,
                         down=token["down"] * k)


def draw_panel(look: Look, surface: pygame.Surface, rect: pygame.Rect, *, radius: float | None = None,
               shadow: str | None = "panel", raised: bool = False, alpha: float | None = None,
               stroke: Colour | None = None) -> None:
    """Draw a dark panel over the cloth."""
    theme = look.theme
    radius = look.px(look.design["radius"]["panel"]) if radius is None else radius
    if shadow:
        draw_shadow(look, surface, rect, radius, shadow)
    shapes.draw_box(surface, rect, radius, theme.raised if raised else theme.panel,
                    theme.panel_alpha if alpha is None else alpha, stroke or theme.line,
                    1.0 if stroke else theme.line_alpha, max(1.0, (2.4 if stroke else 1.6) * look.k))


def draw_rail(look: Look, surface: pygame.Surface, rect: pygame.Rect, k: float, seed: int) -> None:
    """Draw a wooden rail for pieces, with its shadow; `seed` selects the grain."""
    margin = max(1, round(70 * k))

    def build() -> pygame.Surface:
        out = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
        surfaces.draw_rail(out, pygame.Rect(margin, margin, rect.w, rect.h), look.theme.rail, k, seed=seed)
        return out

    image = look.pictures.get(f"rail:{seed}:{k:.3f}:{rect.size}:{look.theme.rail}", build)
    surface.blit(image, (rect.left - margin, rect.top - margin))


def draw_choice(look: Look, surface: pygame.Surface, rect: pygame.Rect, accent: Colour, *, chosen: bool,
                hovered: bool = False) -> None:
    """Draw the box of one entry of a list; the chosen one has a strong edge."""
    theme = look.theme
    stroke, alpha = (theme.dim, 0.8) if hovered else (theme.line, theme.hair)
    if chosen:
        stroke, alpha = accent, 1.0
    shapes.draw_box(surface, rect, look.px(14), theme.raised, 1.0 if chosen else 0.45, stroke, alpha,
                    max(1.0, (2.6 if chosen else 1.5) * look.k))


def draw_well(look: Look, surface: pygame.Surface, rect: pygame.Rect, radius: float | None = None, *,
              alpha: float = 0.34, stroke: Colour | None = None, stroke_alpha: float | None = None,
              width: float = 1.5) -> None:
    """Draw a recess in a panel: a field, a track."""
    radius = look.px(look.design["radius"]["field"]) if radius is None else radius
    theme = look.theme
    fill, alpha = ("#5a452a", alpha * 0.42) if theme.light else ("#000000", alpha)
    shapes.draw_box(surface, rect, radius, fill, alpha, stroke or theme.line,
                    stroke_alpha if stroke_alpha is not None else (1.0 if stroke else max(0.16, theme.hair)),
                    max(1.0, width * look.k))


def draw_caption(look: Look, surface: pygame.Surface, text: str, pos: Pos, anchor: str = "topleft",
                 colour: Colour | None = None, *, within: float | None = None) -> pygame.Rect:
    """Draw the heading of a panel; if it is wider than `within`, as a plain label."""
    if within is not None and look.width(text, "caption") > within:
        return look.write(surface, text, "label", pos, anchor, colour or look.theme.dim, fit=within)
    return look.write(surface, text, "caption", pos, anchor, colour or look.theme.dim)


# --- button faces in all states; game/ui/widgets chooses the state ---


def draw_primary(look: Look, surface: pygame.Surface, rect: pygame.Rect, accent: Colour, state: str) -> Pos:
    """Draw the face of a primary button. Return the offset of its label.

    Under the mouse it becomes lighter below dark text and darker below light text, so that both stay legible.
    """
    k, radius = look.k, min(look.px(look.design["radius"]["button"]), rect.h // 2)
    theme = look.theme
    if state == "disabled":
        shapes.draw_box(surface, rect, radius, theme.panel, 0.8, theme.line,
                        theme.line_alpha * 2, 1.5 * k)
        return 0, 0
    edge = look.px(5)
    lift = {"pressed": look.px(3), "hover": -look.px(2)}.get(state, 0)
    face = rect.move(0, lift)
    light_ink = luminance(theme.ink_on(accent)) > 0.5
    hovered = darker(accent, 0.10) if light_ink else lighter(accent, 0.22)
    base = {"pressed": darker(accent, 0.16), "hover": hovered}.get(state, accent)
    if state == "hover":
        shapes.draw_soft_box(surface, face, radius, accent, 0.55, 12 * k)
    draw_shadow(look, surface, rect, radius, "panel")
    if state != "pressed":
        shapes.draw_box(surface, rect.move(0, edge), radius, darker(accent, 0.45))
    top = lighter(base, 0.1 if light_ink else 0.22)
    shapes.draw_gradient_box(surface, face, radius, top, base, 0.35)
    return 0, lift


def draw_secondary(look: Look, surface: pygame.Surface, rect: pygame.Rect, accent: Colour, state: str, *,
                   radius: float | None = None, filled: bool = True) -> Pos:
    """Draw the face of a secondary or icon button."""
    theme, k = look.theme, look.k
    radius = min(look.px(look.design["radius"]["button"]), rect.h // 2) if radius is None else radius
    if state == "disabled":
        shapes.draw_box(surface, rect, radius, theme.panel, 0.8, theme.line,
                        theme.line_alpha * 0.7, 1.5 * k)
        return 0, 0
    if state == "chosen":
        shapes.draw_box(surface, rect, radius, accent)
        return 0, 0
    if state == "hover":
        shapes.draw_soft_box(surface, rect, radius, accent, 0.47, 10 * k)
    elif filled:
        draw_shadow(look, surface, rect, radius, "rest")
    if filled or state in ("hover", "pressed"):
        shapes.draw_box(surface, rect, radius, theme.raised, 1.0)
    stroke, alpha, width = (accent, 1.0, 2.0) if state == "hover" else (theme.line, theme.line_alpha * 1.6,
                                                                        1.5)
    shapes.draw_box(surface, rect, radius, None, 1.0, stroke, alpha, max(1.0, width * k))
    if state == "pressed":
        shapes.draw_box(surface, rect, radius, "#000000", 0.28)
    return 0, 0


def draw_focus(look: Look, surface: pygame.Surface, rect: pygame.Rect, radius: float) -> None:
    """Draw the focus ring, which differs from the hover effect."""
    token = look.design["glow"]["focus"]
    gap, line = look.px(token["gap"]) + look.px(token["line"]) // 2 + 1, max(2.0, token["line"] * look.k)
    shapes.draw_box(surface, rect.inflate(2 * gap, 2 * gap), radius + gap, None, 1, look.theme.focus, 1.0,
                    line)


def ring(look: Look, size: tuple[int, int], grow: int, colour: Colour, *, dashed: bool
         ) -> tuple[pygame.Surface, int]:
    """Return a ring around a box of `size`, larger by `grow`, and the margin of the image around the box."""
    margin = look.px(30)
    image = pygame.Surface((size[0] + 2 * margin, size[1] + 2 * margin), pygame.SRCALPHA)
    box = pygame.Rect(margin, margin, *size).inflate(grow, grow)
    width = max(2.0, 4 * look.k)
    if dashed:
        shapes.draw_dashed_box(image, box, look.px(10), colour, 1, width, (11 * look.k, 8 * look.k))
    else:
        shapes.draw_ring_glow(image, box, look.px(10), colour, 0.6, 9 * look.k)
        shapes.draw_box(image, box, look.px(10), None, 1, colour, 1, width)
    return image, margin


def keycap_width(look: Look, key: str) -> int:
    return max(look.px(26), look.width(key, "key") + look.px(14))


def draw_keycap(look: Look, surface: pygame.Surface, key: str, midright: Pos, colour: Colour) -> pygame.Rect:
    width, height = keycap_width(look, key), max(look.px(26), look.line_height("key") + 4)
    rect = pygame.Rect(0, 0, width, height)
    rect.midright = (round(midright[0]), round(midright[1]))
    shapes.draw_box(surface, rect, look.px(7), None, 1, colour, 0.55, max(1.0, 1.4 * look.k))
    look.write(surface, key, "key", rect.center, "center", colour)
    return rect


def draw_pill(look: Look, surface: pygame.Surface, midleft: Pos, label: str,
              icon: str | None = None) -> pygame.Rect:
    """Draw a small label in the top bar: a deal number, a variant."""
    height = max(look.px(look.design["sizes"]["pill"]), look.line_height("label") + look.px(8))
    inner = look.px(22) + look.px(7) if icon else 0
    rect = pygame.Rect(0, 0, look.width(label, "label") + inner + look.px(28), height)
    rect.midleft = (round(midleft[0]), round(midleft[1]))
    shapes.draw_box(surface, rect, height / 2, look.theme.raised, 0.9, look.theme.line, look.theme.line_alpha,
                    1.5 * look.k)
    if icon:
        look.draw_icon(surface, icon, (rect.left + look.px(25), rect.centery), look.px(21))
    look.write(surface, label, "label", (rect.left + look.px(14) + inner, rect.centery), "midleft")
    return rect


def draw_status(look: Look, surface: pygame.Surface, centre: Pos, text: str, more: str, colour: Colour,
                icon: str | None, width: float) -> pygame.Rect:
    """Draw the turn line: the player, then the instructions, which are dropped if there is no room."""
    theme = look.theme
    height = max(look.px(look.design["sizes"]["status"]), look.line_height("name") + look.px(10))
    icon_w = look.px(34) if icon else 0
    strong_px = look.m.text_px("name") * 20 / 23
    first = look.width(text, "name", strong_px)
    rest = look.width(more, "label") + look.px(16) if more else 0
    if first + rest + icon_w + look.px(56) > width:
        more, rest = "", 0
    if first + icon_w + look.px(56) > width:
        strong_px = look.fitting(text, "name", width - icon_w - look.px(56), strong_px)
        first = look.width(text, "name", strong_px)
    rect = pygame.Rect(0, 0, first + rest + icon_w + look.px(56), height)
    rect.center = (round(centre[0]), round(centre[1]))
    draw_shadow(look, surface, rect, height / 2, "panel")
    shapes.draw_box(surface, rect, height / 2, theme.panel, 0.96, colour, 1.0, max(1.5, 2 * look.k))
    x = rect.left + look.px(28)
    if icon:
        look.draw_icon(surface, icon, (x + look.px(9), rect.centery), look.px(24), colour, 2.4)
        x += icon_w
    look.write(surface, text, "name", (x, rect.centery), "midleft", at_most=strong_px)
    if more:
        look.write(surface, more, "label", (x + first + look.px(16), rect.centery), "midleft", theme.dim)
    return rect


def least_covering(places: Sequence[pygame.Rect], avoid: Sequence[pygame.Rect]) -> int:
    """Return the number of the place that covers least of `avoid`; of equal ones the first."""
    def covered(place: pygame.Rect) -> int:
        shared = [place.clip(rect) for rect in avoid]
        return sum(rect.w * rect.h for rect in shared)

    return min(range(len(places)), key=lambda i: covered(places[i]))


def bubble_box(look: Look, parts: list[tuple[str, bool]], about: pygame.Rect, area: pygame.Rect,
               avoid: Sequence[pygame.Rect], *, below: bool = False) -> tuple[str, pygame.Rect]:
    """Return the side of `about` on which its preview is shown, and the box of the preview.

    It is no wider than `area`, stays within it, and keeps off `about` and everything in `avoid`: above, else
    below, else beside; with `below` first below.
    """
    height = max(look.px(look.design["sizes"]["bubble"]), look.line_height("preview") + look.px(16))
    step, arrow = look.px(24), look.px(ARROW)
    width = -(-(_bubble_inner(look, parts) + look.px(44)) // step) * step  # few widths: boxes are cached
    width = min(width, area.w)  # the text shrinks to it
    box = pygame.Rect(0, 0, width, height)
    (x, top), (_, bottom) = about.midtop, about.midbottom
    places = {"above": box.move(x - width // 2, top - arrow - height),
              "below": box.move(x - width // 2, bottom + arrow),
              "right": box.move(about.right + arrow, about.centery - height // 2),
              "left": box.move(about.left - arrow - width, about.centery - height // 2)}
    sides = ["below", "above", "right", "left"] if below else [*places]
    inside = [places[side].clamp(area) for side in sides]
    best = least_covering(inside, [about, *avoid])
    return sides[best], inside[best]


ARROW = 14
"""Length of the arrow of a preview."""


def _bubble_inner(look: Look, parts: list[tuple[str, bool]]) -> int:
    return sum(look.width(text, "preview") for text, _ in parts) + look.px(10) * (len(parts) - 1)


def bubble(look: Look, side: str, rect: pygame.Rect, tip: Pos, parts: list[tuple[str, bool]], accent: Colour
           ) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the score preview and its position: an ivory bubble in `rect` whose arrow points to `tip`.

    `side` is the side of its place on which it is; strong parts are dark.
    """
    gap, arrow, margin = look.px(10), look.px(ARROW), look.px(44)
    image = pygame.Surface((rect.w + 2 * margin, rect.h + 2 * margin), pygame.SRCALPHA)
    box = pygame.Rect(margin, margin, rect.w, rect.h)
    draw_shadow(look, image, box, look.px(18), "panel")
    half, edge = look.px(14), look.px(26)
    if side in ("above", "below"):
        x = max(box.left + edge, min(box.right - edge, round(tip[0]) - rect.left + margin))
        y = box.top + 1 if side == "below" else box.bottom - 1
        corners = [(x - half, y), (x + half, y), (x, y - arrow if side == "below" else y + arrow)]
    else:
        y = box.centery
        x = box.left + 1 if side == "right" else box.right - 1
        corners = [(x, y - half), (x, y + half), (x - arrow if side == "right" else x + arrow, y)]
    pygame.draw.polygon(image, accent, corners)
    shapes.draw_box(image, box, look.px(18), "#fffaf0", 1, accent, 1, max(2.0, 3 * look.k))
    inner, room = _bubble_inner(look, parts), box.w - look.px(24)
    shrunk = look.m.text_px("preview") * (room - gap * len(parts)) / inner if inner > room else None
    at = box.left + look.px(12) if shrunk else box.centerx - inner // 2
    for text, strong in parts:
        written = look.write(image, text, "preview", (at, box.centery), "midleft",
                             "#1a120a" if strong else "#6b5a45", at_most=shrunk)
        at = written.right + gap
    return image, (rect.left - margin, rect.top - margin)


def draw_avatar(look: Look, surface: pygame.Surface, centre: Pos, radius: float, colour: int,
                face: str) -> None:
    """Draw the icon `face` on a disc in the seat colour number `colour`."""
    r = round(radius)
    base = look.theme.avatar(colour)

    def build() -> pygame.Surface:
        body = radial("a", (r * 0.8, r * 0.6), r * 1.9, (0, lighter(base, 0.35), 1),
                      (1, darker(base, 0.25), 1))
        body += f'<circle cx="{r + 4}" cy="{r + 4}" r="{r}" fill="url(#a)"/>'
        body += (f'<circle cx="{r + 4}" cy="{r + 4}" r="{r - 1}" fill="none" stroke="#ffffff" '
                 f'stroke-opacity=".4" '
                 f'stroke-width="2"/>')
        return raster(2 * r + 8, 2 * r + 8, body)

    image = look.pictures.get(f"avatar:{r}:{base}", build)
    surface.blit(image, image.get_rect(center=(round(centre[0]), round(centre[1]))))
    look.draw_icon(surface, face, centre, r * 1.25, "#14100c", 2.2)


def draw_progress(look: Look, surface: pygame.Surface, rect: pygame.Rect, part: float,
                  colour: Colour) -> None:
    draw_well(look, surface, rect, rect.h / 2, alpha=0.4)
    if part > 0:
        shapes.draw_box(surface, (rect.x, rect.y, max(rect.h, round(rect.w * part)), rect.h), rect.h / 2,
                        colour)


def draw_toggle(look: Look, surface: pygame.Surface, rect: pygame.Rect, on: bool, accent: Colour) -> None:
    theme = look.theme
    if on:
        shapes.draw_box(surface, rect, rect.h / 2, accent)
    else:
        draw_well(look, surface, rect, rect.h / 2, alpha=0.5)
    knob = round(rect.h * 0.76)
    x = rect.right - rect.h / 2 if on else rect.left + rect.h / 2
    image = shapes.disc(knob, "#fffaf0" if on else theme.dim)
    surface.blit(image, image.get_rect(center=(round(x), rect.centery)))


def draw_stars(look: Look, surface: pygame.Surface, midleft: Pos, count: int, px: float, of: int = 3) -> int:
    """Draw `count` full stars and the rest as outlines. Return the x behind them."""
    x = midleft[0]
    for i in range(of):
        name = "star_full" if i < count else "star"
        colour = look.theme.brass if i < count else mix(look.theme.dim, look.theme.panel, 0.45)
        look.draw_icon(surface, name, (x + px / 2, midleft[1]), px, colour, 1.6)
        x += px * 1.12
    return round(x)
