"""`python -m dissoi` is `dissoi`. Nothing else is here."""

from dissoi.cli import main

if __name__ == "__main__":
    main()
