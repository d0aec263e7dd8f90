"""Builds the documentation site, and fails on a warning or a link that leads nowhere: `make docs`.

The page of the command line is written from the parser, and the pages of the library from the
docstrings. The site lies in `build/site`.
"""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from helping import help_first
from puzzles.cli.grammar import Parser, grammar

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"


def command_line() -> str:
    """Return the reference of the command line as Markdown."""
    parser, verbs = grammar(["generate"])
    lines = ["# Command line", "", *_code(str(parser.usage)), str(parser.epilog)]
    for verb in verbs.values():
        lines += _section(verb)
    return "\n".join(lines) + "\n"


def _section(verb: Parser) -> list[str]:
    text = str(verb.description)
    lines = ["", f"## `{verb.prog}`", "", f"{text[0].upper()}{text[1:]}.", ""]
    lines += _code(" ".join(verb.format_usage().removeprefix("usage: ").split()))
    known = [action for action in verb.arguments if action.help and action.dest != "help"]
    if known:
        lines += ["| argument | meaning |", "|---|---|"]
    for action in known:
        name = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        value = f" {action.metavar}" if action.option_strings and action.metavar else ""
        cells = (f"`{name}{value}`", str(action.help).replace("%%", "%"))
        lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    for action in verb.arguments:
        for further in action.choices.values() if isinstance(action.choices, dict) else ():
            lines += _section(further)
    return lines


def _code(text: str) -> list[str]:
    return ["```", text, "```", ""]


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links = list[str]()
        self.anchors = set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def broken(site: Path) -> list[str]:
    """Return the links of a built site that lead to no file or no anchor of it."""
    pages = {file: Page(file.read_text("utf-8")) for file in site.rglob("*.html")}
    found = []
    for file, page in pages.items():
        here = file.relative_to(site).as_posix()
        for link in page.links:
            if urlsplit(link).scheme or link.startswith("//") or here == "404.html":
                continue
            target = urlsplit(urljoin(f"/{here}", link))
            there = site / unquote(target.path).lstrip("/")
            there = there / "index.html" if there.is_dir() else there
            anchor = unquote(target.fragment)
            known = pages[there].anchors if there in pages else {anchor}
            if not there.is_file() or (anchor and anchor not in known):
                found.append(f"{here}: {link}")
    return sorted(set(found))


def main() -> None:
    (ROOT / "docs" / "command-line.md").write_text(command_line(), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=ROOT, check=True
    )
    found = broken(SITE)
    print(*found, f"{len(found)} broken links", sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    help_first(__doc__)
    main()
