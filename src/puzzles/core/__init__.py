"""What every puzzle shares and no screen knows: plugins, levels, sessions, solving, files."""
