#!/usr/bin/env python3
"""Entry point of Dominothek: check Python, let game.start.bootstrap install packages, run game.commands."""

# No annotations, f-strings or umlauts here: older Pythons must get far enough to report that they are too
# old.
import sys

OLDEST = (3, 11)
TOO_OLD = """Dominothek needs Python 3.11 or newer; this is Python %d.%d.
Please install a newer Python and start the game with it, for example: python3.12 main.py
(Dominothek braucht Python 3.11 oder neuer; dies ist Python %d.%d.
Bitte ein neueres Python installieren und das Spiel damit starten, zum Beispiel: python3.12 main.py)
"""


def main():
    """Run the command line, or open the window without arguments; return the exit code."""
    if sys.version_info < OLDEST:
        sys.stderr.write(TOO_OLD % (tuple(sys.version_info[:2]) * 2))
        return 1
    from game.start import bootstrap  # noqa: PLC0415 - after the check of the version

    code = bootstrap.prepare(sys.argv[1:])
    if code is not None:  # it failed, or (on Windows) the game ran in another process
        return code
    import multiprocessing  # noqa: PLC0415 - only once the packages are there

    multiprocessing.freeze_support()
    from game import commands  # noqa: PLC0415 - only once the packages are there

    return commands.main(sys.argv[1:])


# Worker processes import this file under another name: they must neither bootstrap nor open a window.
if __name__ == "__main__":
    sys.exit(main())
