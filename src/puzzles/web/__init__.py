"""The app in browsers: who is let in, what a visitor gets and keeps, and how many there may be."""
