"""Pictures that leave: every format of every shape of board holds what the position holds."""

from __future__ import annotations

import io
import os
import re
import stat
import xml.etree.ElementTree as ET
import zlib

import pytest
from PIL import Image

from puzzles.characters.paint import contrast, rgb
from puzzles.cli import main
from puzzles.core.drawing import Disc, Drawing, Line, Polygons, Text, mixed, readable_on, sheet
from puzzles.core.solving import Progress
from puzzles.library.catalogue import find, library
from puzzles.library.solutions import solution_of
from puzzles.pictures.pdf import Page, pdf
from puzzles.pictures.raster import image
from puzzles.pictures.shapes import drawing
from puzzles.pictures.svg import svg
from sampling import sampled
from shipped import PACKS

SVG = "{http://www.w3.org/2000/svg}"
LEVELS = [f"{pack.puzzle.id}/{pack.name}/1" for pack in PACKS]


def board(name):
    entry = find(name)
    return entry, drawing(entry.pack.puzzle.scene(entry.pack.puzzle.start(entry.level)))


@pytest.mark.parametrize("name", sampled(LEVELS, LEVELS[::9]))
def test_every_cell_shows_the_colour_it_was_drawn_in(name):
    """The middle of every polygon, in the pixels of the picture, unless a shape covers it."""
    _, drawing = board(name)
    picture = image(drawing, 900)
    scale = 900 / max(drawing.width, drawing.height)
    first = next(shape for shape in drawing.shapes if isinstance(shape, Polygons))
    shapes = drawing.shapes[drawing.shapes.index(first) :]
    cells = seen = 0
    for shape in shapes:
        for outline in shape.outlines if isinstance(shape, Polygons) else ():
            x, y = (sum(axis) / len(outline) for axis in zip(*outline, strict=True))
            assert 0 < x < drawing.width
            assert 0 < y < drawing.height
            pixel = picture.getpixel((int(x * scale), int(y * scale)))
            cells += 1
            seen += "#{:02x}{:02x}{:02x}".format(*pixel) == shape.colour
    # Dots, bridges, names and lines may cover the middle of a cell.
    covered = sum(not isinstance(shape, Polygons) for shape in shapes)
    assert cells - covered <= seen
    assert picture.getpixel((1, 1)) == tuple(bytes.fromhex(drawing.paper[1:]))


@pytest.mark.parametrize("name", sampled(LEVELS, LEVELS[::5]))
def test_an_svg_has_every_shape(name):
    _, drawing = board(name)
    root = ET.fromstring(svg(drawing))
    kinds = [(shape.tag.removeprefix(SVG), shape.get("fill")) for shape in root[1:]]
    expected = {Polygons: "path", Line: "path", Disc: "circle", Text: "text"}
    assert kinds == [
        (expected[type(shape)], "none" if isinstance(shape, Line) else shape.colour)
        for shape in drawing.shapes
    ]
    paths = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("fill") != "none"]
    polygons = [shape for shape in drawing.shapes if isinstance(shape, Polygons)]
    assert [d.count("M") for d in paths] == [len(shape.outlines) for shape in polygons]


def test_text_cannot_break_out_of_an_svg():
    drawing = Drawing(1, 1, (Text("#000000", (0, 0), '<script>&"', 1),))
    (text,) = ET.fromstring(svg(drawing)).iter(f"{SVG}text")
    assert text.text == '<script>&"'


def test_triangles_are_equilateral():
    _, drawing = board("kami/paper-garden/tulip")
    for shape in drawing.shapes:
        for (ax, ay), (bx, by), (cx, cy) in shape.outlines:
            sides = sorted(
                round(((px - qx) ** 2 + (py - qy) ** 2) ** 0.5, 6)
                for (px, py), (qx, qy) in (
                    ((ax, ay), (bx, by)),
                    ((bx, by), (cx, cy)),
                    ((cx, cy), (ax, ay)),
                )
            )
            whole = sides[0] == sides[1] == sides[2]
            assert whole or round(sides[2] / sides[0], 4) == 2  # or cut in half by the edge


def test_a_sheet_has_a_board_for_each_move_and_one_more(tmp_path):
    out = tmp_path / "sheet.svg"
    assert main(["export", "flow/bridges/1", str(out), "--solution"]) == 0
    words = [text.text for text in ET.fromstring(out.read_text()).iter(f"{SVG}text")]
    level = find("flow/bridges/1").level
    pairs = level.board.pairs
    assert words[0] == level.title
    assert [word[:2] for word in words if word[1:2] == "."] == [
        f"{i}." for i in range(1, pairs + 1)
    ]
    assert words.count("solved") == 1


def test_a_sheet_lays_its_parts_beside_each_other():
    part = Drawing(4, 3, (Disc("#ff0000", (2, 1.5), 1),))
    page = sheet("All", [(str(i), part) for i in range(7)])
    centres = [shape.centre for shape in page.shapes if isinstance(shape, Disc)]
    assert len(set(centres)) == 7
    assert all(0 < x < page.width and 0 < y < page.height for x, y in centres)


@pytest.mark.parametrize("paper", ["#ffffff", "#16181c", "#787a82"])
def test_the_words_of_a_sheet_can_be_read_on_its_paper(paper):
    part = Drawing(4, 3, (Disc("#ff0000", (2, 1.5), 1),), paper)
    page = sheet("All", [("one", part)])
    assert page.paper == paper
    for words in (shape for shape in page.shapes if isinstance(shape, Text)):
        assert contrast(rgb(words.colour), rgb(paper)) >= 2.5


def test_an_animation_ends_with_the_solved_board(tmp_path):
    entry, _ = board("kami/first-folds/2")
    moves = len(entry.pack.puzzle.facts(entry.level)) and entry.level.par
    out = tmp_path / "m.gif"
    assert main(["export", entry.name, str(out)]) == 0
    gif = Image.open(out)
    assert gif.n_frames >= 2 * moves + 1
    gif.seek(gif.n_frames - 1)
    middle = gif.convert("RGB").resize((1, 1), Image.Resampling.BOX, box=(90, 90, 240, 240))
    puzzle = entry.pack.puzzle
    final = puzzle.after(puzzle.start(entry.level), solution_of(puzzle, entry.level))
    drawn = drawing(puzzle.scene(final))
    shades = [bytes.fromhex(shape.colour[1:]) for shape in drawn.shapes]
    for channel, value in enumerate(middle.getpixel((0, 0))):
        assert min(s[channel] for s in shades) - 6 <= value <= max(s[channel] for s in shades) + 6


@pytest.mark.parametrize("name", ["flow/first-pipes/1", "kami/first-folds/3"])
def test_a_level_explained_has_a_frame_for_each_reason(name, tmp_path, monkeypatch):
    frames = []
    monkeypatch.setattr("puzzles.pictures.raster.gif", lambda shown: frames.extend(shown) or b"")
    assert main(["export", name, str(tmp_path / "why.gif"), "--explain"]) == 0
    told = [text.text for drawn, _ in frames for text in drawn.shapes if isinstance(text, Text)]
    entry = find(name)
    puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
    steps = [
        step.step
        for step in puzzle.tutor.trace(start, "reasons")
        if isinstance(step, Progress) and step.step
    ]
    written = "".join(told).replace(" ", "")
    assert len(steps) > 2
    assert all(look.words[:30].replace(" ", "") in written for look in steps)


@pytest.mark.slow
def test_a_pdf_prints_boards_and_solutions(tmp_path):
    out = tmp_path / "p.pdf"
    assert main(["export", "flow/twins", str(out)]) == 0
    data = out.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    streams = [
        zlib.decompress(found)
        for found in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    ]
    drawn = b"\n".join(streams)
    text = [bytes.fromhex(code.decode()) for code in re.findall(rb"<([0-9a-f]*)> Tj", drawn)]
    pack = next(pack for pack in library().packs if pack.name == "twins")
    for number, level in enumerate(pack.levels, 1):
        assert text.count(f"{number}. {level.title}".encode("cp1252")) == 2  # board and solution
    assert b" l\n" in drawn


def test_a_pdf_says_what_was_not_solved():
    drawing = Drawing(1, 1, ())
    data = pdf("Ω", "", [Page("A", "", drawing, (), "gave up after 1 s")])
    drawn = zlib.decompress(re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)[-1])
    assert b"gave up".hex().encode() in drawn


def lines_of(data):
    """The texts of a PDF file."""
    drawn = map(zlib.decompress, re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL))
    codes = re.findall(rb"<([0-9a-f]*)> Tj", b"".join(drawn))
    return [bytes.fromhex(code.decode()).decode("cp1252") for code in codes]


def test_letters_that_the_font_lacks_lose_their_accents():
    page = Page("Žluťoučký kůň, ﬁne “é” – Ω", "", Drawing(1, 1, ()), (), "")
    assert lines_of(pdf("Qu\u0065\u0301bec", "", [page]))[:1] == ["Québec"]
    assert "1. Žlutoucký kun, fine “é” – ?" in lines_of(pdf("", "", [page]))


def test_long_lines_are_broken_and_long_titles_cut():
    page = Page("W" * 99, "", Drawing(1, 1, ()), (), "")
    blurb = " ".join(["of a hundred words"] * 20)
    said = lines_of(pdf("A", blurb, [page]))
    assert " ".join(line for line in said if "hundred" in line) == blurb
    assert max(map(len, said)) < 90
    assert f"1. {'W' * 33}…" in said


def test_a_picture_is_a_file_like_any_other(tmp_path):
    out = tmp_path / "new" / "a.png"
    assert main(["export", "kami/first-folds/1", str(out)]) == 0
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(os.stat(out).st_mode) == stat.S_IMODE(os.stat(plain).st_mode)
    assert Image.open(io.BytesIO(out.read_bytes())).format == "PNG"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["kami/first-folds/1", "a.bmp"], "ends in .svg"),
        (["kami/first-folds/1", "a"], "ends in .svg"),
        (["kami/first-folds/1", "a.svg", "--animate"], "--animate is gone"),
        (["kami/first-folds/1", "a.png", "--explain"], "does not go with"),
        (["kami/first-folds/1", "a.gif", "--solution"], "does not go with"),
        (["nowhere", "a.png"], "no file and no level"),
        (["nowhere", "a.pdf"], "no file and no level"),
        (["kami/first-folds/1", "/proc/none/a.svg"], "/proc/none/a.svg"),
    ],
)
def test_what_cannot_be_drawn(arguments, reason, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["export", *arguments]) == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_without_a_solution(tmp_path, capsys):
    level = tmp_path / "x.toml"
    level.write_text('puzzle = "flow"\nboard = """\nAB\nBA\n"""\n')
    assert main(["export", str(level), str(tmp_path / "x.gif")]) == 1
    assert "nothing drawn" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["x.toml"]


@pytest.mark.parametrize("name", ["kami/first-folds/2", "flow/first-pipes/1"])
def test_pictures_have_the_players_colours(name, tmp_path, own_directories):
    folder = own_directories / "config"
    folder.mkdir()
    (folder / "settings.toml").write_text('palette = "okabe-ito"\n')
    out = tmp_path / "b.svg"
    assert main(["export", name, str(out), "--solution"]) == 0
    entry = find(name)
    puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
    wanted = {each.colour for each in drawing(puzzle.scene(start, None, "okabe-ito")).shapes}
    assert wanted != {each.colour for each in drawing(puzzle.scene(start)).shapes}
    assert wanted <= set(re.findall("#[0-9a-f]{6}", out.read_text()))


def test_colours():
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert (readable_on("#ffff00"), readable_on("#000080")) == ("#000000", "#ffffff")
