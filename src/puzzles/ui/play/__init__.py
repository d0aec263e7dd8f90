"""The screens on which a level is played and looked back on."""
