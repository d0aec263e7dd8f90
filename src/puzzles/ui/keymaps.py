"""The key maps a player can choose: keys by binding id, in place of the bindings' own."""

from __future__ import annotations

KEYMAPS: dict[str, dict[str, str]] = {
    "default": {},
    "vim": {
        "play.undo": "u",
        "play.redo": "ctrl+r",
        "play.next": "J",
        "play.previous": "K",
        "home.next": "J",
        "home.previous": "K",
        "watch.back": "h,left",
        "watch.next": "l,right",
    },
    "wasd": {
        "board.up": "w,up",
        "board.left": "a,left",
        "board.down": "s,down",
        "board.right": "d,right",
        "home.up": "w",
        "home.down": "s",
        "watch.back": "a,left",
        "watch.next": "d,right",
    },
}
