"""The screen that sets up a game: deal, rules, seats, offers."""
