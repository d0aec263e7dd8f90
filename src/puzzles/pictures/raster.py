"""Drawings as pixels: PNG, and GIF for those that move. Pillow draws; averaging smooths."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from puzzles.core.drawing import Disc, Drawing, Line, Polygons

LONG = 1200  # pixels of the longer side
MOVING = 600
FINER = 3  # drawn larger by this factor, then averaged
FADES = 4  # pictures between two frames
FADE = 0.05  # seconds for each of them


def png(drawing: Drawing, long: int = LONG) -> bytes:
    """The drawing as a PNG file, its longer side `long` pixels."""
    out = io.BytesIO()
    image(drawing, long).save(out, "PNG", optimize=True)
    return out.getvalue()


def gif(frames: Sequence[tuple[Drawing, float]]) -> bytes:
    """Drawings of one size as a GIF that shows each for some seconds, again and again."""
    images: list[Image.Image] = []
    seconds: list[float] = []
    for drawing, shown in frames:
        now = image(drawing, MOVING)
        if images:
            before = images[-1]
            images += [Image.blend(before, now, (i + 1) / (FADES + 1)) for i in range(FADES)]
            seconds += [FADE] * FADES
        images.append(now)
        seconds.append(shown)
    # One palette for all, from all that is seen, so that no colour changes on its own.
    strip = Image.new("RGB", (images[0].width // 2, images[0].height // 2 * len(frames)))
    for i, still in enumerate(images[:: FADES + 1]):
        half = still.resize((strip.width, images[0].height // 2), Image.Resampling.NEAREST)
        strip.paste(half, (0, i * half.height))
    palette = strip.quantize(128)
    pages = [page.quantize(palette=palette, dither=Image.Dither.NONE) for page in images]
    out = io.BytesIO()
    pages[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=pages[1:],
        loop=0,
        duration=[round(1000 * s) for s in seconds],
    )
    return out.getvalue()


def image(drawing: Drawing, long: int = LONG) -> Image.Image:
    """The drawing as a picture, its longer side `long` pixels."""
    scale = long / max(drawing.width, drawing.height)
    width = max(1, round(drawing.width * scale))
    height = max(1, round(drawing.height * scale))
    large = Image.new("RGB", (width * FINER, height * FINER), drawing.paper)
    pen = ImageDraw.Draw(large)
    for shape in drawing.moved(scale * FINER, 0, 0):
        if isinstance(shape, Polygons):
            for outline in shape.outlines:
                pen.polygon(outline, fill=shape.colour)
        elif isinstance(shape, Line):
            pen.line(shape.points, fill=shape.colour, width=max(1, round(shape.width)))
            for point in shape.points:
                pen.circle(point, shape.width / 2, shape.colour)
        elif isinstance(shape, Disc):
            pen.circle(shape.centre, shape.radius, shape.colour)
        else:
            font = ImageFont.load_default(max(1.0, shape.height))
            anchor = "mm" if shape.anchor == "middle" else "lm"
            pen.text(
                shape.at,
                shape.text.replace("×", "x"),  # which the font lacks
                shape.colour,
                font,
                anchor,
                stroke_width=round(shape.height / 40),
                stroke_fill=shape.colour,
            )
    return large.resize((width, height), Image.Resampling.BOX)
