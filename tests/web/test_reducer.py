"""The law that ties the page to the engine: the browser's reducer folds any log to the very view that Python folds."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dissoi.record import events as ev
from dissoi.record.ballots import CRITERIA, ArgumentScore, Ballot, Verdict
from dissoi.record.setup import Limits, ModelChoice, Motion, Origin, Setup, Slot
from dissoi.record.usage import Usage
from dissoi.record.view import fold

PAGE = Path(__file__).parents[2] / "web-ui"
CASES = 300

SIDES = ("pro", "con", "third")
SLOTS = ("opening", "reply", "mid", "round.2/pro", "round.10/pro", "nowhere")
# Numbers by value and before words, in any script; text by code point, above and below the surrogates.
IDS = (
    "judge.1", "judge.2", "judge.10", "judge.02", "judge", "judge.", "a/2", "a.2", "a/10", "", "٣", "judge.٣", "x²",
    "judge.𝟙𝟚", "😀", "\uffee", "ä.9", "Z",
)  # fmt: skip
EDGES = ("0", "0.00", "0E-9", "-0", "1E+3", "1E-7", "0.0000001", "0.1", "9" * 28, "9" * 28 + ".5", "1E+40", "3E-40")

id_ = st.sampled_from(IDS)
slot_ = st.sampled_from(SLOTS)
side_ = st.sampled_from(SIDES)
text_ = st.text(max_size=12)
small = st.integers(0, 5000)
money = st.decimals(allow_nan=False, allow_infinity=False, min_value=-100, max_value=100) | st.sampled_from(
    [Decimal(edge) for edge in EDGES]
)
json_ = st.recursive(st.booleans() | small | text_ | st.none(), lambda inner: st.lists(inner, max_size=2), max_leaves=4)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


usage = st.builds(
    Usage,
    model=st.sampled_from(("scripted:demo", "m")), calls=st.integers(1, 3), input=maybe(small), cached=maybe(small),
    output=maybe(small), cost=maybe(money), seconds=st.floats(0, 9) | st.integers(0, 99).map(lambda n: n / 2000),
)  # fmt: skip
motion = st.builds(Motion, text=text_, title=maybe(text_), info=maybe(text_), keywords=st.lists(text_, max_size=2))
choice = st.builds(
    ModelChoice, model=text_, temperature=maybe(st.floats(0, 2)), max_tokens=maybe(st.integers(1, 99)),
    timeout=maybe(st.floats(0.5, 9)),
)  # fmt: skip
models = st.dictionaries(st.sampled_from(("pro", "judge", "default")), choice, max_size=3)
limits = st.builds(Limits, budget=maybe(money.map(abs)), max_calls=maybe(small), max_revisions=st.integers(0, 20))
slots = st.builds(
    Slot, id=slot_, verb=st.sampled_from(("say", "vote")), phase=text_, seat=text_, side=side_, seconds=maybe(small),
    words=maybe(small), ballot=text_,
)  # fmt: skip
setup = st.builds(
    Setup, motion=maybe(motion), format=text_, rules=st.dictionaries(text_, json_, max_size=2), models=models,
    styles=st.dictionaries(side_, text_, max_size=2), judges=maybe(st.integers(0, 15)), limits=limits, seed=small,
    origin=maybe(st.builds(Origin, debate_id=text_, seq=small)), humans=st.lists(text_, max_size=2),
    vars=st.dictionaries(text_, small, max_size=2),
)  # fmt: skip
points = st.integers(1, 10)
ballot = st.builds(
    Ballot, judge=id_, model=text_, rfd=text_, asked=st.integers(1, 2),
    scores=st.dictionaries(side_, st.fixed_dictionaries(dict.fromkeys(CRITERIA, points)), min_size=1, max_size=2),
)  # fmt: skip
argument = st.builds(ArgumentScore, id=id_, side=side_, summary=text_, points=points, reason=text_)
verdict = st.builds(
    Verdict, winner=maybe(side_), tied=st.lists(side_, max_size=2), ballots=st.dictionaries(side_, small, max_size=2),
    totals=st.dictionaries(side_, small, max_size=2), cast=small, expected=small, quorum=small, reason=text_,
)  # fmt: skip
polls = st.sampled_from(("mid", "exit"))
roles = st.sampled_from(("judge", "speaker", "scorer", "topic", "audience", "😀", "\uffee"))
failed_ids = id_ | slot_ | st.sampled_from(("scorer", "topic")) | st.builds("{}/{}".format, polls, id_)

EVENTS: dict[type[Any], st.SearchStrategy[Any]] = {
    ev.DebateCreated: st.builds(ev.DebateCreated, setup=setup),
    ev.TopicGenerated: st.builds(ev.TopicGenerated, motion=motion, usage=maybe(usage)),
    ev.DebateStarted: st.builds(
        ev.DebateStarted, motion=motion, sides=st.just(SIDES), seats=st.dictionaries(text_, side_, max_size=3),
        slots=st.lists(slots, max_size=4), judges=st.integers(0, 15),
    ),
    ev.PhaseChanged: st.builds(ev.PhaseChanged, phase=text_),
    ev.TurnStarted: st.builds(ev.TurnStarted, slot=slot_, seat=text_, side=side_),
    ev.TurnPublished: st.builds(
        ev.TurnPublished, slot=slot_, seat=text_, side=side_, text=text_, words=small, usage=maybe(usage),
        marks=st.lists(st.sampled_from(("cut", "echo", "loop")), max_size=2), inbox=maybe(small),
    ),
    ev.TurnForfeited: st.builds(
        ev.TurnForfeited, slot=slot_, seat=text_, side=side_, reason=st.sampled_from(("technical", "refused", "passed"))
    ),
    ev.ModeratorActed: st.builds(
        ev.ModeratorActed, action=st.sampled_from(("introduce", "hand_over")), slot=maybe(slot_), text=text_,
        usage=maybe(usage),
    ),
    ev.HumanAwaited: st.builds(ev.HumanAwaited, slot=slot_, seat=text_),
    ev.VoteOpened: st.builds(ev.VoteOpened, ballot=polls, options=st.just(SIDES), closes_at=text_),
    ev.VoteCast: st.builds(
        ev.VoteCast, ballot=polls, voter=id_, choice=maybe(side_), simulated=st.booleans(), reason=text_,
        inbox=maybe(small), usage=maybe(usage),
    ),
    ev.VoteClosed: st.builds(
        ev.VoteClosed, ballot=polls, counts=st.dictionaries(side_, small, max_size=2), abstained=small
    ),
    ev.BallotCast: st.builds(ev.BallotCast, ballot=ballot, usage=maybe(usage)),
    ev.ArgumentScored: st.builds(ev.ArgumentScored, argument=argument, usage=maybe(usage)),
    ev.VerdictGiven: st.builds(ev.VerdictGiven, verdict=verdict),
    ev.RoleFailed: st.builds(
        ev.RoleFailed, role=roles, id=failed_ids, kind=text_, message=text_, fatal=st.booleans(), usage=maybe(usage)
    ),
    ev.BudgetReached: st.builds(ev.BudgetReached, limit=st.just("budget"), message=text_),
    ev.DebatePaused: st.builds(ev.DebatePaused, reason=st.sampled_from(("user", "budget", "person")), detail=text_),
    ev.DebateResumed: st.builds(ev.DebateResumed, limits=maybe(limits), models=maybe(models)),
    ev.DebateFinished: st.builds(
        ev.DebateFinished, outcome=st.sampled_from(get_args(ev.Outcome)), winner=maybe(side_), reason=text_
    ),
}  # fmt: skip

one = st.one_of(*EVENTS.values()) | st.one_of(EVENTS[ev.VoteOpened], EVENTS[ev.VoteCast], EVENTS[ev.VoteClosed])
# A log as engines write it begins with its setup; one of which nothing is known folds too.
logs = st.tuples(
    st.tuples(EVENTS[ev.DebateCreated], EVENTS[ev.DebateStarted]).map(list) | st.just([]),
    st.lists(one, min_size=8, max_size=32),
    st.lists(EVENTS[ev.BallotCast] | EVENTS[ev.ArgumentScored] | EVENTS[ev.RoleFailed], max_size=6).flatmap(
        st.permutations
    ),
).map(lambda parts: [event for part in parts for event in part])


def test_every_event_type_is_tried() -> None:
    """The random logs hold all events that there are: a new one is tried here, or this fails."""
    assert set(EVENTS) == set(get_args(get_args(ev.Event)[0]))


def _cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = []

    @settings(max_examples=CASES, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(logs)
    def collect(log: list[Any]) -> None:
        bodies = [json.loads(ev.body_of(event)) for event in log]
        cases.append({"events": bodies, "view": fold(log).model_dump(mode="json")})

    collect()
    return cases


@pytest.mark.skipif(not (PAGE / "node_modules").is_dir(), reason="needs the page's packages: scripts/web packages")
def test_browser_and_python_fold_alike(tmp_path: Path) -> None:
    """Any log, however odd, folds to the same view in the browser, to the byte of its decimals."""
    cases = _cases()
    assert len(cases) >= CASES
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), "utf-8")
    # scripts/web lends a Node.js where the system has none that fits
    node = shutil.which("node", path=os.pathsep.join([str(PAGE.parent / ".venv/node"), os.environ["PATH"]]))
    assert node is not None
    command = [node, "node_modules/vitest/vitest.mjs", "run", "src/wire/goldens.test.ts", "--reporter=verbose"]
    env = os.environ | {"DISSOI_REDUCER_CASES": str(file), "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=PAGE, env=env, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "✓ src/wire/goldens.test.ts > random logs folded by Python" in done.stdout
