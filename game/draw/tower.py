"""A tower of wooden cubes in three dimensions: orthographic, lit from the left, sorted by depth.

The same faces are drawn in two ways: fast polygons while the tower turns, and smooth SVG with grain at rest.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import pygame

from game.draw.block import INLAY
from game.draw.svg import Colour, darker, lighter, linear, mix, raster

Cube = tuple[int, int, int]
Cells = Mapping[Cube, tuple[int, Colour]]
"""The block (by number) and the wood that fill a cube."""

_FACES = {
    "+x": ((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    "-x": ((-1, 0, 0), ((0, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 1))),
    "+y": ((0, 1, 0), ((1, 1, 0), (0, 1, 0), (0, 1, 1), (1, 1, 1))),
    "-y": ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    "+z": ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
}


_NOTHING = (None, "")


def _beyond(normal: Cube, corners: tuple[Cube, ...]) -> tuple[Cube, ...]:
    """Return for each edge of a face the step to the cube beyond it, in the plane of the face."""
    ways = []
    for i, a in enumerate(corners):
        b = corners[(i + 1) % 4]
        x, y, z = (round(((a[k] + b[k]) / 2 - 0.5 - normal[k] * 0.5) * 2) for k in range(3))
        ways.append((x, y, z))
    return tuple(ways)


_BEYOND = {name: _beyond(normal, corners) for name, (normal, corners) in _FACES.items()}


@dataclass(frozen=True)
class View:
    """The viewpoint: turned by yaw, looking down by pitch (degrees); `u` pixels per square."""

    yaw: float
    pitch: float
    u: float
    centre: tuple[float, float]
    """The middle of the base on the screen."""

    @cached_property
    def _trig(self) -> tuple[float, float, float, float]:
        yaw, pitch = math.radians(self.yaw), math.radians(self.pitch)
        return math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)

    def point(self, x: float, y: float, z: float) -> tuple[float, float]:
        ct, st, cp, sp = self._trig
        across, away = (x - 1.5) * ct - (y - 1.5) * st, (x - 1.5) * st + (y - 1.5) * ct
        return self.centre[0] + self.u * across, self.centre[1] - self.u * (z * cp + away * sp)

    def corners(self, name: str) -> list[tuple[float, float]]:
        """Return the corners of a face as seen from the lowest corner of its cube."""
        x, y = self.point(0, 0, 0)
        return [(px - x, py - y) for px, py in (self.point(*corner) for corner in _FACES[name][1])]

    def depth(self, cube: Cube) -> float:
        """Return the distance from the viewer, for sorting."""
        _, _, cp, sp = self._trig
        x, y, z = cube
        return self.away(x + 0.5, y + 0.5) * cp - (z + 0.5) * sp

    def away(self, x: float, y: float) -> float:
        ct, st, _, _ = self._trig
        return (x - 1.5) * st + (y - 1.5) * ct

    def facing(self, name: str) -> float | None:
        """Return the light on a face (-1 to 1), or None if it faces away from the viewer."""
        if name == "+z":
            return 0.26
        ct, st, _, _ = self._trig
        dx, dy, _ = _FACES[name][0]
        away, across = dx * st + dy * ct, dx * ct - dy * st
        if away >= -0.02:
            return None
        return 0.16 * away + (0.10 if across < 0 else -0.24) * abs(across)


@dataclass(frozen=True)
class Face:
    """A visible side of a cube, ready to be painted."""

    points: tuple[tuple[float, float], ...]
    upper: Colour
    lower: Colour
    edges: tuple[int, ...]
    """The indices of its edges that are the border of a block."""
    name: str
    block: int
    axis: tuple[int, int, int]
    """The direction of the grain."""
    inlay: Colour | None = None
    """The colour of the lozenge in its middle, if its wood has one."""

    @property
    def lozenge(self) -> list[tuple[float, float]]:
        """The corners of the inlay: halfway from the centre of the face to the middles of its sides."""
        corners = [pygame.Vector2(point) for point in self.points]
        centre = sum(corners, pygame.Vector2()) / 4
        inlaid = [centre.lerp(corners[i].lerp(corners[(i + 1) % 4], 0.5), 0.45) for i in range(4)]
        return [(corner.x, corner.y) for corner in inlaid]


@dataclass(frozen=True)
class _Outside:
    """A side of a cube that no other cube covers, independent of the viewpoint."""

    name: str
    edges: tuple[int, ...]


@lru_cache(maxsize=32)
def _skin(
    cells: tuple[tuple[Cube, tuple[int, Colour]], ...],
) -> list[tuple[Cube, int, Colour, tuple[int, int, int], list[_Outside]]]:
    """Return the uncovered sides of all cubes; cached, because they do not depend on the viewpoint."""
    filled = dict(cells)
    axes = _axes(filled)
    skin = []
    for cube, (number, wood) in cells:
        outside = []
        for name, (normal, _) in _FACES.items():
            if _beside(cube, normal) not in filled:
                edges = tuple(i for i, way in enumerate(_BEYOND[name])
                              if filled.get(_beside(cube, way), _NOTHING)[0] != number)
                outside.append(_Outside(name, edges))
        if outside:
            skin.append((cube, number, wood, axes.get(number, (0, 0, 1)), outside))
    return skin


def faces(cells: Cells, view: View) -> list[Face]:
    """Return the visible faces, the farthest first."""
    shown = {name: (round(light, 2), view.corners(name)) for name in _FACES
             if (light := view.facing(name)) is not None}
    found = []
    for cube, number, wood, axis, outside in sorted(_skin(tuple(cells.items())),
                                                    key=lambda part: -view.depth(part[0])):
        (x, y), z = view.point(*cube), cube[2]
        for side in outside:
            if side.name in shown:
                shade, corners = shown[side.name]
                low = z + 1 if side.name == "+z" else z
                found.append(Face(tuple((x + dx, y + dy) for dx, dy in corners), _lit(wood, shade, z + 1),
                                  _lit(wood, shade, low), side.edges, side.name, number, axis,
                                  INLAY.get(wood)))
    return found


Side = tuple[Cube, str, list[tuple[float, float]]]
"""The shape of a visible face: its cube, name and corners."""


def sides(cells: Cells, view: View) -> list[Side]:
    """Return the visible faces as shapes only, the farthest first."""
    shown = [(name, _FACES[name][0], view.corners(name)) for name in _FACES if view.facing(name) is not None]
    found = []
    for cube in sorted(cells, key=lambda c: -view.depth(c)):
        x, y = view.point(*cube)
        found += [(cube, name, [(x + dx, y + dy) for dx, dy in corners])
                  for name, normal, corners in shown if _beside(cube, normal) not in cells]
    return found


def _axes(cells: Cells) -> dict[int, tuple[int, int, int]]:
    """Return the direction in which each block is long."""
    first: dict[int, Cube] = {}
    axes: dict[int, tuple[int, int, int]] = {}
    for cube, (number, _) in cells.items():
        if number in first:
            a = first[number]
            axes[number] = (abs(a[0] - cube[0]), abs(a[1] - cube[1]), abs(a[2] - cube[2]))
        else:
            first[number] = cube
    return axes


def _beside(cube: Cube, way: tuple[int, int, int]) -> Cube:
    return cube[0] + way[0], cube[1] + way[1], cube[2] + way[2]


@lru_cache(maxsize=4096)
def _lit(wood: Colour, light: float, z: float) -> Colour:
    """Return the colour of wood in that light; lower parts are slightly darker, so that blocks look solid."""
    colour = lighter(wood, light) if light > 0 else darker(wood, -light)
    return mix(darker(colour, 0.20), colour, min(1.0, z / 6))


# --- fast, while it turns ---


def draw_fast(surface: pygame.Surface, cells: Cells, view: View) -> None:
    """Draw flat faces with their edges, for animations."""
    for face in faces(cells, view):
        pygame.draw.polygon(surface, face.lower, face.points)
        if face.inlay:
            pygame.draw.polygon(surface, face.inlay, face.lozenge)
        for i in face.edges:
            pygame.draw.line(surface, (42, 21, 9), face.points[i], face.points[(i + 1) % 4], 2)


# --- fine, at rest ---


def draw_fine(size: tuple[int, int], cells: Cells, view: View) -> pygame.Surface:
    """Draw the faces on a transparent picture."""
    out = pygame.Surface(size, pygame.SRCALPHA)
    for _ in draw_faces(out, cells, view):
        pass
    return out


def draw_faces(surface: pygame.Surface, cells: Cells, view: View) -> Iterator[None]:
    """Draw one face after the other.

    Each has a small sheet of its own: for every path the reader goes through all lines of its sheet, so that
    one large sheet takes three times as long.
    """
    pad = math.ceil(view.u * 0.02) + 2  # for the lines along the borders
    for face in faces(cells, view):
        left, top = (math.floor(min(point[i] for point in face.points)) - pad for i in (0, 1))
        right, bottom = (math.ceil(max(point[i] for point in face.points)) + pad for i in (0, 1))
        body = f'<g transform="translate({-left},{-top})">{_fine_face(face, view.u)}</g>'
        surface.blit(raster(right - left, bottom - top, body), (left, top))
        yield


def _fine_face(face: Face, u: float) -> str:
    ys = [p[1] for p in face.points]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in face.points)
    body = linear("g", (0, min(ys)), (0, max(ys)), (0, face.upper, 1), (1, face.lower, 1))
    body += f'<polygon points="{outline}" fill="url(#g)"/>'
    body += _grain(face, u)
    if face.inlay:
        lozenge = " ".join(f"{x:.1f},{y:.1f}" for x, y in face.lozenge)
        body += f'<polygon points="{lozenge}" fill="{face.inlay}" stroke="#1c0d05" stroke-opacity=".7"/>'
    centre = pygame.Vector2(sum(p[0] for p in face.points) / 4, sum(ys) / 4)
    for i in face.edges:
        a, b = pygame.Vector2(face.points[i]), pygame.Vector2(face.points[(i + 1) % 4])
        inner_a, inner_b = a.lerp(centre, 0.05), b.lerp(centre, 0.05)
        bright = 0.42 if face.name == "+z" or i == 2 else 0.14
        body += (f'<path d="M{inner_a.x:.1f},{inner_a.y:.1f} L{inner_b.x:.1f},{inner_b.y:.1f}" '
                 f'stroke="#ffffff" '
                 f'stroke-opacity="{bright}" stroke-width="{u * 0.03:.2f}" stroke-linecap="round"/>'
                 f'<path d="M{a.x:.1f},{a.y:.1f} L{b.x:.1f},{b.y:.1f}" stroke="#1c0d05" stroke-opacity=".62" '
                 f'stroke-width="{u * 0.026:.2f}" stroke-linecap="round"/>')
    return body


def _grain(face: Face, u: float) -> str:
    """Return lines along the block if the face shows its length, short ones across its ends."""
    _, corners = _FACES[face.name]
    a, b, c, d = (pygame.Vector2(p) for p in face.points)
    along_first = tuple(abs(corners[1][i] - corners[0][i]) for i in range(3)) == face.axis
    rng = random.Random(face.block * 31 + ord(face.name[1]) + (face.name[0] == "+"))
    body = ""
    for _ in range(8):
        t = rng.random()
        p, q = (a.lerp(d, t), b.lerp(c, t)) if along_first else (a.lerp(b, t), d.lerp(c, t))
        body += (f'<path d="M{p.x:.1f},{p.y:.1f} L{q.x:.1f},{q.y:.1f}" stroke="#3a1c08" '
                 f'stroke-opacity="{rng.uniform(0.05, 0.2):.2f}" '
                 f'stroke-width="{rng.uniform(0.6, 2) * u / 70:.2f}"/>')
    return body


# --- outlines ---


def hull(cubes: Collection[Cube], view: View) -> tuple[tuple[float, float], ...]:
    """Return the outline of some cubes as seen from `view`; everywhere the same for the same shape."""
    left, top = view.point(*min(cubes))
    points = sorted({(round(p[0] - left, 1), round(p[1] - top, 1)) for x, y, z in cubes
                     for p in (view.point(x + i, y + j, z + k) for i in (0, 1) for j in (0, 1)
                               for k in (0, 1))})
    return tuple((x + left, y + top) for x, y in (*_half(points), *_half(points[::-1])))


def _half(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    out: list[tuple[float, float]] = []
    for p in points:
        while len(out) > 1 and ((out[-1][0] - out[-2][0]) * (p[1] - out[-2][1])
                                - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])) <= 0:
            out.pop()
        out.append(p)
    return out[:-1]


# --- the turntable ---

PLATE = 2.6
"""The radius of the turntable, in squares."""


def turntable_rect(view: View) -> pygame.Rect:
    """Return the box around the face of the turntable; its rim is a little lower."""
    flat = math.sin(math.radians(view.pitch))
    rect = pygame.Rect(0, 0, round(2 * PLATE * view.u), round(2 * PLATE * view.u * flat))
    rect.center = round(view.centre[0]), round(view.centre[1])
    return rect


def draw_turntable(surface: pygame.Surface, view: View, like: View | None = None) -> None:
    """Draw a round walnut plate; with `like` the one drawn for that view, scaled: many times faster."""
    rect = turntable_rect(view)
    rim, face = _plate(turntable_rect(like or view).size)
    for picture, down in ((rim, round(0.0325 * rect.w)), (face, 0)):
        if picture.get_size() != rect.size:
            picture = pygame.transform.smoothscale(picture, rect.size)
        surface.blit(picture, rect.move(0, down))


@lru_cache(maxsize=4)
def _plate(size: tuple[int, int]) -> tuple[pygame.Surface, pygame.Surface]:
    """Return the rim and the face of the plate, both as ellipses of this size."""
    w, h = size

    def ellipse(part: float, paint: str) -> str:
        return (f'<ellipse cx="{w / 2}" cy="{h / 2}" rx="{w / 2 * part:.1f}" ry="{h / 2 * part:.1f}" '
                f'{paint}/>')

    body = linear("t", (0, 0), (0, h + 0.08 * w), (0, "#9a6238", 1), (0.6, "#6d4122", 1), (1, "#4b2a13", 1))
    body += ellipse(1, 'fill="url(#t)"')
    for part, colour, alpha in ((0.96, "#ffffff", 0.18), (0.78, "#1c0d05", 0.35)):
        body += ellipse(part, f'fill="none" stroke="{colour}" stroke-opacity="{alpha}" stroke-width="2"')
    return raster(w, h, ellipse(1, 'fill="#2b1608"')), raster(w, h, body)
