"""What is configured, as the commands tell and use it: the list behind auto, own prices, a model for each judge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import MOTION, Run

PRICES = '[prices."openai:my-model"]\ninput = 1.25\ncached = 0.1\noutput = 10\n'


def test_auto_by_the_users_list(here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``models`` and ``doctor`` say what auto stands for with the list of the file, and a key in ``.env`` counts; a
    debate takes it and says which it took."""
    (tmp_path / "dissoi.toml").write_text('auto = ["openai:gpt", "scripted:demo"]\n', "utf-8")
    assert "auto is scripted:demo: the first of your list that is configured." in here("models").out
    assert "Your list: openai:gpt, scripted:demo." in here("models").out
    ran = here("debate", MOTION, "--seed", "1", "--display", "none")
    assert (ran.code, "Model: scripted:demo (the first of your list" in ran.err) == (0, True), ran.err
    (tmp_path / ".env").write_text("OPENAI_API_KEY=x\n", "utf-8")
    told = json.loads(here("models", "--json").out)["auto"]
    assert (told["model"], told["list"]) == ("openai:gpt", ["openai:gpt", "scripted:demo"])
    assert "auto: openai:gpt (" in here("doctor").out
    monkeypatch.setenv("DISSOI_AUTO", "scripted:echo;scripted:demo")
    assert json.loads(here("models", "--json").out)["auto"]["model"] == "scripted:echo"


def test_own_prices_are_shown_and_used(here: Run, tmp_path: Path) -> None:
    """A price in dissoi.toml is listed by ``config`` with its place, and a dry run counts with it."""
    args = ("debate", MOTION, "-m", "openai:my-model", "--dry-run", "--json")
    assert json.loads(here(*args).out)["worst_usd"] is None
    (tmp_path / "dissoi.toml").write_text(PRICES, "utf-8")
    rows = {row["name"]: row for row in json.loads(here("config", "--json").out)["settings"]}
    row = rows["prices.openai:my-model"]
    assert row["value"] == "input=1.25, cached=0.1, output=10"
    assert row["origin"] == f"project file {tmp_path / 'dissoi.toml'}"
    assert float(json.loads(here(*args).out)["worst_usd"]) > 0


def test_a_price_of_no_known_provider(here: Run, tmp_path: Path) -> None:
    """A price whose provider is misspelt is one sentence with the file and the key, before anything is run."""
    (tmp_path / "dissoi.toml").write_text(PRICES.replace("openai", "opnai"), "utf-8")
    ran = here("debate", MOTION, "-m", "scripted:demo")
    assert ran.code == 2
    said = " ".join(ran.err.split())
    assert f"prices.opnai:my-model (project file {tmp_path / 'dissoi.toml'}) is no model" in said
    assert "Did you mean openai:my-model?" in said
    assert here("list").out == ""


def test_each_judge_may_have_a_model(here: Run, tmp_path: Path) -> None:
    """``-m judge.2=…`` and ``[models."judge.3"]`` are those judges' models, in the plan and on the ballots."""
    models = '[models]\ndefault = "scripted:demo"\n[models."judge.3"]\nmodel = "scripted:approve"\n'
    (tmp_path / "dissoi.toml").write_text(models, "utf-8")
    args = ("debate", MOTION, "-m", "judge.2=scripted:gullible", "--judges", "3", "--seed", "1")
    planned = json.loads(here(*args, "--dry-run", "--json").out)["calls"]
    judges = {call["model"]: call["calls"] for call in planned if call["role"] == "judge"}
    assert judges == {"scripted:demo": 1, "scripted:gullible": 1, "scripted:approve": 1}
    ballots = json.loads(here(*args, "--json").out)["view"]["ballots"]
    served = {ballot["judge"]: ballot["model"] for ballot in ballots}
    assert served == {"judge.1": "scripted:demo", "judge.2": "scripted:gullible", "judge.3": "scripted:approve"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("judge.4=scripted:demo", "This debate has 3 judges; --judges says how many."),
        ("judge.0=scripted:demo", "This debate has 3 judges; --judges says how many."),
        ("listener.1=scripted:demo", "This debate has no listeners; --listeners says how many."),
        ("judge.x=scripted:demo", "Did you mean judge"),
    ],
)
def test_a_judge_that_does_not_sit(here: Run, given: str, says: str) -> None:
    """A model for a judge or listener beyond those that sit is one sentence, with how many there are."""
    ran = here("debate", MOTION, "-m", "scripted:demo", "-m", given, "--judges", "3")
    assert (ran.code, "unknown.role" in ran.err, says in " ".join(ran.err.split())) == (2, True, True), ran.err
