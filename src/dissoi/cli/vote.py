"""``dissoi vote``: post a person's vote to a debate, whichever process runs it. Not here: asking (``booth.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dissoi.cli import options
from dissoi.cli.options import Talk
from dissoi.errors import ConflictError, UsageError

if TYPE_CHECKING:
    from dissoi.record.view import DebateView


@click.command()
@click.argument("ref", metavar="ID")
@click.argument("choice", required=False)
@click.option(
    "--as",
    "name",
    metavar="NAME",
    help="Vote under this name; the last vote of a name counts. Default: host, as on the page.",
)
@click.option("--withdraw", is_flag=True, help="Take the vote of this name back.")
@click.option("--close", is_flag=True, help="Close the open ballot now, after this vote if one is given.")
@options.common
@click.pass_obj
def vote(talk: Talk, ref: str, choice: str | None, name: str | None, withdraw: bool, close: bool) -> int:
    """Vote in the audience of a debate.

    CHOICE is a side, tie or abstain.
    """
    import asyncio

    from dissoi.cli.booth import ABSTAIN, body, chosen, voter_name
    from dissoi.engine.session import Session
    from dissoi.record.view import fold

    if choice is None and not (withdraw or close):
        raise UsageError("The choice is missing.", hint="Give a side, tie or abstain; or --withdraw, or --close.")
    if choice is not None and withdraw:
        raise UsageError("A vote cannot be given and taken back at once.", hint="Give CHOICE or --withdraw.")
    voter = voter_name(options.prose(name, "The name") if name is not None else None)
    with Session(options.settings()) as session:
        debate_id = session.store.resolve(ref)
        view = fold(envelope.event for envelope, _ in session.store.events(debate_id))
        ballot, choices, when = _ballot(debate_id, view)
        if close and view.poll(ballot) is None:
            raise ConflictError(f"The ballot {ballot!r} is not open yet, so it cannot be closed.")
        found = None
        if choice is not None:
            found = chosen(options.typed(choice, "The choice"), choices) if choice.strip() else _blank(choices)
        by = voter if choice is not None or withdraw else ""
        message = body(ballot, by, found, withdraw=withdraw, close=close)
        asyncio.run(session.store.post(debate_id, "vote", message))
    if choice is not None or withdraw:
        said = "withdrawn" if withdraw else found or ABSTAIN
        talk.note(f"{voter}: {said}." if close or withdraw else f"{voter}: {said}. {when}")
    if close:
        talk.note(f"The ballot {ballot!r} closes now.")
    return 0


def _blank(choices: tuple[str, ...]) -> None:
    raise UsageError("The choice is empty.", hint=f"Choose one of {', '.join(choices)}, abstain.")


def _ballot(debate_id: str, view: DebateView) -> tuple[str, tuple[str, ...], str]:
    """The ballot that a vote goes to now: its name, its options, and what will happen. Raises ``ConflictError``."""
    from dissoi.engine.rules import options_of, slots_of

    polls = [slot for slot in slots_of(view) if slot.verb == "vote"]
    if not polls:
        raise ConflictError(
            f"Debate {debate_id} has no vote of the audience.", hint="Formats with one: dissoi formats."
        )
    if view.status == "finished":
        raise ConflictError(f"Debate {debate_id} is over, and its vote is closed.")
    for slot in polls:
        poll = view.poll(slot.ballot)
        if poll is None:
            when = f"The ballot {slot.ballot!r} is not open yet; the vote counts when it opens."
            return slot.ballot, options_of(view), when
        if not poll.closed:
            return slot.ballot, poll.options, f"The ballot {slot.ballot!r} is open; the vote counts when it closes."
    raise ConflictError(f"The vote of debate {debate_id} is closed.", hint=f"See the count: dissoi show {debate_id}")
