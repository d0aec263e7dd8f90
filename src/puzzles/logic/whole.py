"""The modules of a declared puzzle, each made of its rules when it is first needed."""

from dataclasses import dataclass
from typing import Any

from puzzles.logic.playing import Playing


@dataclass(frozen=True)
class Whole:
    rules: Playing

    def playing(self) -> Playing:
        """The rules, the lessons and the formats."""
        return self.rules

    def proving(self) -> Any:
        """The solver."""
        from puzzles.logic.proving import Proving

        return Proving(self.rules)

    def teaching(self) -> Any:
        """The tutor."""
        from puzzles.logic.teaching import Teaching

        return Teaching(self.rules)

    def making(self) -> Any:
        """The maker and the generator."""
        from puzzles.logic.making import Making

        return Making(self.rules)
