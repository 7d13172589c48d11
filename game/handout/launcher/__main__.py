"""`python -m dominothek`: the installed program without its script."""

import sys

from dominothek import main  # type: ignore[import-not-found]  # its name once it is installed

if __name__ == "__main__":
    sys.exit(main())
