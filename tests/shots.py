"""Boards as the games show them on a phone, drawn: what surrounds them is theirs, too."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.grid import LatticeGrid
from puzzles.kami.rules.model import KamiLevel
from puzzles.pictures.oklab import oklab

DOTS = (
    "#ff0000",
    "#008d00",
    "#0c29fe",
    "#eae000",
    "#fb8900",
    "#00ffff",
    "#ff0ac9",
    "#a52a2a",
    "#800080",
    "#ffffff",
    "#9e9ebc",
    "#00ff00",
    "#bdb76b",
    "#00008b",
    "#008080",
    "#ff1493",
)


def flow_shot(
    level: FlowLevel, seed: int, line: str = "#3f7f3f", pipes: bool = False
) -> Image.Image:
    """A black board between dim lines, dim lights behind it, and signs, buttons and an
    advertisement above and below; with `pipes`, some are drawn, straight on from their dots."""
    random = np.random.default_rng(seed)
    width, height = 540, 1170
    picture = Image.new("RGB", (width, height), "black")
    pen = ImageDraw.Draw(picture)
    for _ in range(6):
        x, y = (int(random.integers(0, most)) for most in (width, height))
        colour = tuple(random.integers(0, 60, 3).tolist())
        pen.rectangle((x, y, x + int(random.choice([60, 500])), y + 60), fill=colour)
    picture = picture.filter(ImageFilter.GaussianBlur(25))
    pen = ImageDraw.Draw(picture)
    grid = level.board.grid
    assert isinstance(grid, LatticeGrid)
    cell = (width - 4) / grid.cols
    top = 300
    for i in range(grid.cols + 1):
        pen.line((2 + i * cell, top, 2 + i * cell, top + grid.rows * cell), line, 1)
    for i in range(grid.rows + 1):
        pen.line((2, top + i * cell, width - 2, top + i * cell), line, 1)
    for place, dot in enumerate(level.board.dots.tolist()):
        if dot < 0:
            continue
        x, y = 2 + (grid.col[place] + 0.5) * cell, top + (grid.row[place] + 0.5) * cell
        r = 0.35 * cell
        pen.ellipse((x - r, y - r, x + r, y + r), fill=DOTS[dot])
        if pipes and place + 1 < grid.n and grid.col[place + 1] and level.board.dots[place + 1] < 0:
            r = 0.17 * cell
            pen.rounded_rectangle((x - r, y - r, x + cell + r, y + r), r, DOTS[dot])
    pen.text((20, 80), f"level 17 {grid.cols}x{grid.rows}", "#00b000", font_size=40)
    pen.text((8, top - 40), "flows: 0/5    moves: 0   best: -    pipe: 0%", "white", font_size=24)
    bottom = top + grid.rows * cell + 60
    for x in (40, 270, 500):
        pen.ellipse((x - 28, bottom, x + 28, bottom + 56), outline="white", width=4)
        pen.ellipse((x - 12, bottom + 16, x + 12, bottom + 40), fill="#f0e040")
    pen.rectangle((0, height - 140, width, height - 70), fill="#f0f0f0")
    pen.rectangle((8, height - 132, 60, height - 78), fill="#d02030")
    pen.text((80, height - 120), "Play Store  Tower War", "black", font_size=26)
    return picture


WIDTH = 540  # pixels of a picture of Kami
BAR = 0.17  # of the width that a bar of colours is high


def kami_2_shot(level: KamiLevel, seed: int, bar: bool = True) -> Image.Image:
    """Folded paper that is so bright at the top right that it loses its grain, holes in which a
    pale gradient shows, and below a bar with buttons, the moves and the colours."""
    random = np.random.default_rng(seed)
    grid = level.board.grid
    assert isinstance(grid, LatticeGrid)
    pitch = WIDTH / grid.cols
    step = pitch / 3**0.5
    height = round((grid.rows - 1) * step)
    y, x = np.mgrid[0:height, 0:WIDTH] + 0.5
    cell = grid.locate(x / pitch, y / step)
    ink = colours(level)[level.board.colours[cell]]
    light = 0.9 + 0.35 * np.clip((x / WIDTH - y / height + 0.4) / 1.4, 0, 1) ** 2
    shades = random.uniform(0.93, 1.07, grid.n)[cell]
    board = ink * (light * shades * grain(random, ink.shape[:2], 0.02))[..., None]
    down, right = (y / height)[..., None], (x / WIDTH)[..., None]
    pale = np.array([250.0, 240, 250]) + down * (-10, 0, -40) + right * (-15, -25, 10)
    picture = np.where((cell < 0)[..., None], pale, board)
    if bar:
        picture = np.vstack([picture, colour_bar(random, level, buttons_left=True)])
    return Image.fromarray(picture.clip(0, 255).astype(np.uint8))


def kami_1_shot(level: KamiLevel, seed: int, bar: bool = True) -> Image.Image:
    """Squares of paper, each tinted a little, under a strong vignette, and below a bar with the
    colours, the moves and buttons."""
    random = np.random.default_rng(seed)
    grid = level.board.grid
    assert isinstance(grid, LatticeGrid)
    pitch = WIDTH / grid.cols
    height = round(grid.rows * pitch)
    y, x = np.mgrid[0:height, 0:WIDTH] + 0.5
    cell = grid.locate(x / pitch, y / pitch)
    lab = oklab(colours(level).astype(np.uint8))[level.board.colours[cell]]
    lab += random.normal(0, (0.015, 0.008, 0.008), (grid.n, 3))[cell]
    away = np.hypot(x / WIDTH - 0.35, y / height - 0.25)
    lab[..., 0] += 0.04 - 0.33 * away
    lab[..., 0] *= grain(random, cell.shape, 0.03)
    rim = np.minimum(x % pitch, y % pitch) < 1
    lab[rim, 0] -= 0.05
    picture = srgb(lab)
    if bar:
        picture = np.vstack([picture, colour_bar(random, level, buttons_left=False)])
    return Image.fromarray(picture.clip(0, 255).astype(np.uint8))


def colours(level: KamiLevel) -> np.ndarray:
    """The board's colours, shape (n, 3), 0 to 255."""
    return np.array([list(bytes.fromhex(c.look[1:])) for c in level.board.palette], float)


def grain(random: np.random.Generator, shape: tuple[int, ...], strength: float) -> np.ndarray:
    """Paper's grain: about 1 everywhere."""
    fine = random.normal(0, 1, (shape[0] + 1, shape[1] + 1))
    return 1 + strength * (fine[1:, 1:] + fine[1:, :-1] + fine[:-1, 1:] + fine[:-1, :-1]) / 2


def srgb(lab: np.ndarray) -> np.ndarray:
    """OKLab colours as numbers from 0 to 255, by the matrices that its author gives."""
    cones = lab @ np.array(
        [
            [1, 1, 1],
            [0.3963377774, -0.1055613458, -0.0894841775],
            [0.2158037573, -0.0638541728, -1.2914855480],
        ]
    )
    linear = cones**3 @ np.array(
        [
            [4.0767416621, -1.2684380046, -0.0041960863],
            [-3.3077115913, 2.6097574011, -0.7034186147],
            [0.2309699292, -0.3413193965, 1.7076147010],
        ]
    )
    linear = linear.clip(0, 1)
    high: np.ndarray = 1.055 * linear ** (1 / 2.4) - 0.055
    return 255 * np.where(linear <= 0.0031308, 12.92 * linear, high)


def colour_bar(random: np.random.Generator, level: KamiLevel, buttons_left: bool) -> np.ndarray:
    """A bar as the games show it: buttons with signs, the moves, and the colours, of which one has
    a corner turned up."""
    height, room = round(BAR * WIDTH), 0.4 if buttons_left else 0.46
    picture = Image.new("RGB", (WIDTH, height), "#241b10" if buttons_left else "#5a2a26")
    pen = ImageDraw.Draw(picture)
    inks = colours(level)
    begin, end = (room * WIDTH, WIDTH) if buttons_left else (0, (1 - room) * WIDTH)
    wide = (end - begin) / len(inks)
    for i, ink in enumerate(inks):
        corners = [begin + i * wide, 0, begin + (i + 1) * wide, height]
        pen.rectangle(corners, fill=tuple(ink.astype(int).tolist()))
    right = begin + wide
    pen.polygon([(right, 0), (right, 20), (right - 16, 16), (right - 20, 0)], "#e8d8c0")
    left = 0 if buttons_left else end
    button = room * WIDTH / 4
    moves = str(level.par)
    for i in range(4):
        x, y = left + (i + 0.5) * button, height / 2
        if i and buttons_left:
            pen.line((left + i * button, 0, left + i * button, height), "#e0ddd8")
        if i == (1 if buttons_left else 0):
            if buttons_left:
                pen.text((x, y), moves, "white", font_size=24, anchor="mm")
            else:
                pen.rectangle((x - button / 2, 0, x + button / 2, height), "#42182a")
                pen.ellipse((x - 16, 10, x + 16, 42), "#f0a828", "#f8e8c0", 2)
                pen.text((x, 26), moves, "#40200c", font_size=22, anchor="mm")
                pen.text((x, 66), "0", "#f8e8c8", font_size=22, anchor="mm")
        elif i == 3:
            pen.polygon([(x, y - 14), (x + 16, y), (x, y + 14), (x - 16, y)], "#f8ecd8")
        else:
            pen.arc((x - 13, y - 13, x + 13, y + 13), 30, 330, "#f8ecd8", 3)
    grained: np.ndarray = np.asarray(picture) * grain(random, (height, WIDTH), 0.01)[..., None]
    return grained
