"""Work elsewhere: solving, making and compiling outside the process that asks."""
