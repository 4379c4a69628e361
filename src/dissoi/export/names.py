"""Names for exported files: safe on every file system, and never over another file.

The rules are the strictest of each: 255 bytes (ext4), 143 where the home folder is encrypted (eCryptfs), no reserved
device names and no trailing dot or space (Windows), no difference in case alone (macOS).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import Path

from dissoi.errors import ConflictError, UsageError
from dissoi.record.text import flat

LENGTH = 140
"""Bytes of a whole name in UTF-8."""
_ID = re.compile(r"[0-9a-z]{1,40}")
_EXTENSION = re.compile(r"[a-z0-9]{1,10}")


def file_name(motion: str, debate_id: str, extension: str) -> str:
    """Return ``cities-should-ban-private-cars-<id>.md``: letters, digits and hyphens of any script, then the id.

    The id tells debates on one motion apart, and keeps the stem from ever being a reserved name. An id that Dissoi did
    not make (an imported log may hold anything) is replaced by a digest. ``extension``: without its dot.
    """
    if not _EXTENSION.fullmatch(extension):
        raise ValueError(f"not a file extension: {extension!r}")
    own = debate_id if _ID.fullmatch(debate_id) else hashlib.sha256(debate_id.encode(errors="replace")).hexdigest()[:16]
    tail = f"-{own}.{extension}"
    return (_stem(motion, LENGTH - len(tail)) or "debate") + tail


def _stem(text: str, limit: int) -> str:
    """Letters, marks and digits of ``text``, the rest as single hyphens, in at most ``limit`` bytes."""
    lower = unicodedata.normalize("NFC", flat(text).lower())
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else "-" for c in lower)
    stem = re.sub(r"-+", "-", kept).strip("-")
    if len(stem.encode()) <= limit:
        return stem
    head = stem.encode()[:limit].decode(errors="ignore")
    cut = len(head)
    while cut and unicodedata.category(stem[cut])[0] == "M":  # never a letter without the marks that belong to it
        cut -= 1
    word = head.rfind("-", cut * 2 // 3, cut)
    return stem[: word if word > 0 else cut].strip("-")


def write_new(path: Path, text: str) -> Path:
    """Write ``text`` (UTF-8, ``\\n``) to a file that must not exist yet; return its path.

    Raises ``ConflictError`` if there is one, ``UsageError`` if the file cannot be written; a part is not left behind.
    """
    try:
        file = path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError as error:
        raise ConflictError(
            f"{path} exists already and was left as it is.", hint="Give another name, or move the file away."
        ) from error
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from error
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unwritten(path, error) from error
    return path


def _unwritten(path: Path, error: OSError | ValueError) -> UsageError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return UsageError(f"{path} could not be written: {reason}.", hint="Choose another folder with -o.")
