"""What every puzzle shares and no screen knows: protocol, positions, moves, solving, errors."""
