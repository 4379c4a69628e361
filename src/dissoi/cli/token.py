"""``dissoi token``: who may sign in to the web application. Not here: signing in (``web/access.py``)."""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import click

from dissoi.cli import options, terminal
from dissoi.cli.options import Talk

if TYPE_CHECKING:
    from dissoi.store.port import Grant, Store

HOST = "host"
_OWNER = re.compile(r"[^\W_][\w-]{0,31}")


@click.command()
@click.argument("name", required=False)
@click.option("--host", is_flag=True, help="Make one for yourself, the host.")
@click.option(
    "--days",
    type=click.FloatRange(0, 36_500, min_open=True),
    metavar="N",
    help="Days that it is valid. Default: for ever.",
)
@click.option("--list", "as_list", is_flag=True, help="List tokens, share links and signed-in browsers.")
@click.option("--revoke", type=click.IntRange(1), metavar="ID", help="End one of them.")
@options.json_option
@options.common
@click.pass_obj
def token(
    talk: Talk, name: str | None, host: bool, days: int | None, as_list: bool, revoke: int | None, as_json: bool
) -> int:
    """Make a token for the web application.

    NAME is who gets it: they see and run debates of their own. The token is shown this once.
    """
    from dissoi.engine.session import Session

    if sum((name is not None, host, as_list, revoke is not None)) != 1:
        raise click.UsageError("Give one of NAME, --host, --list and --revoke.", click.get_current_context())
    owner = "" if name is None else _owner(name)
    with Session(options.settings()) as session:
        if as_list:
            _list(session.store.grants(), as_json)
        elif revoke is not None:
            _revoke(talk, session.store, revoke)
        else:
            _make(talk, session.store, owner, days, as_json)
    return 0


def _owner(name: str) -> str:
    from dissoi.errors import UsageError

    owner = options.prose(name, "NAME").strip().lower()
    if not _OWNER.fullmatch(owner) or owner == HOST:
        hint = "Up to 32 letters, digits, - and _; for yourself: dissoi token --host."
        raise UsageError(f"{owner[:40]!r} cannot be the name of an owner.", hint=hint)
    return owner


def _make(talk: Talk, store: Store, owner: str, days: int | None, as_json: bool) -> None:
    import asyncio

    from dissoi.cli.history import json_text
    from dissoi.engine.clock import now, stamp
    from dissoi.store.keys import digest, new_secret

    secret = new_secret()
    until = None if days is None else stamp(now() + timedelta(days=days))
    id = asyncio.run(store.grant(digest(secret), "owner", owner, None, "all", owner or HOST, stamp(), until))
    if as_json:
        terminal.data(json_text({"schema_version": 1, "id": id, "token": secret, "expires_at": until}))
    else:
        terminal.data(secret)
    whose = f"It is {owner}'s" if owner else "It is yours"
    talk.note(f"{whose}, and is shown this once. To end it: dissoi token --revoke {id}")


def _revoke(talk: Talk, store: Store, id: int) -> None:
    import asyncio

    from dissoi.errors import UnknownNameError

    if not asyncio.run(store.revoke(id)):
        raise UnknownNameError("token", str(id), hint="See dissoi token --list.")
    talk.note(f"Token {id} is no longer valid.")


def _list(grants: list[Grant], as_json: bool) -> None:
    from dissoi.cli.history import json_text
    from dissoi.cli.tables import table

    if as_json:
        rows: list[dict[str, Any]] = [asdict(grant) for grant in grants]
        terminal.data(json_text({"schema_version": 1, "tokens": rows}))
        return
    head = ["id", "owner", "name", "for", "made", "until"]
    lines = [
        [str(g.id), g.owner or HOST, g.name, g.debate_id or "all", g.created_at[:16], (g.expires_at or "")[:16]]
        for g in grants
    ]
    for line in table(head, lines, columns=terminal.width(), right="rlllll", wrap=True):
        terminal.say(line)
