"""The screens on which the solver is watched."""
