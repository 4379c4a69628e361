"""Laws of single values: what is refused, and that one sentence says where and why."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import ConfigError
from dissoi.record.setup import ModelChoice
from dissoi.settings import OPTIONS, TABLE, Settings, dotenv, load, parse_model_flag, project_file, user_file


def loaded(folder: Path, *, env: dict[str, str] | None = None, toml: str | bytes = "", **flags: Any) -> Settings:
    """Settings with a project file of ``toml`` in ``folder``."""
    (folder / "dissoi.toml").write_bytes(toml.encode() if isinstance(toml, str) else toml)
    return load(flags, {"HOME": str(folder), **(env or {})}, folder)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("ROUNDS", "three", "DISSOI_ROUNDS must be a whole number, not 'three'."),
        ("ROUNDS", "1.5", "DISSOI_ROUNDS must be a whole number, not '1.5'."),
        ("ROUNDS", "101", "DISSOI_ROUNDS must be a whole number from 0 to 100, not '101'."),
        ("ROUNDS", "9" * 5000, "DISSOI_ROUNDS must be a whole number, not"),
        ("JUDGES", "-1", "from 0 to 15, not '-1'"),
        ("BUDGET", "NaN", "DISSOI_BUDGET must be an amount in US dollars, not 'NaN'."),
        ("BUDGET", "sNaN", "an amount"),
        ("BUDGET", "inf", "an amount"),
        ("BUDGET", "-1", "from 0"),
        ("BUDGET", "$5", "an amount"),
        ("TIMEOUT", "0", "DISSOI_TIMEOUT must be a number from 0.001"),
        ("TIMEOUT", "1e999", "DISSOI_TIMEOUT must be a number"),
        ("REFINE", "maybe", "DISSOI_REFINE must be true or false, not 'maybe'."),
        ("CHECK", "strik", "must be one of off, note, revise, strike, forfeit, not 'strik'. Did you mean strike?"),
        ("DISPLAY", "x", "DISSOI_DISPLAY must be one of auto, rich, plain, none"),
        ("AUTO", "openai:x;gpt", "DISSOI_AUTO must list models as provider:model, not 'gpt'."),
        ("MODEL", "judge=", "'judge=' names no model"),
        ("STYLE", "passionate", "DISSOI_STYLE must name a style per side. For example pro=passionate."),
        ("STYLE", "pro=", "must name a style per side"),
    ],
)
def test_bad_variable(tmp_path: Path, name: str, text: str, says: str) -> None:
    """A variable of the wrong kind is a ConfigError that names it and what it must be."""
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, env={f"DISSOI_{name}": text})
    assert says in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ('rounds = "3"', "rounds in {path} must be a whole number, not '3'."),
        ("rounds = true", "must be a whole number, not True"),
        ("rounds = 0x" + "f" * 6000, "rounds in {path} must be a whole number from 0 to 100, not so large a number."),
        ("rounds = " + "9" * 5000, "too many digits"),
        ("timeout = nan", "must be a number from"),
        ("refine = 1", "refine in {path} must be true or false, not 1."),
        ("format = 1", "format in {path} must be text, not 1."),
        ("check = 1", "check in {path} must be one of off"),
        ("ruonds = 3", "ruonds in {path} is not a setting. Did you mean rounds?"),
        ("motion = {text = 'x'}", "motion in {path} is not a setting."),
        ('home = "x"', "home in {path} is set by the variable DISSOI_HOME, not in a file."),
        ("models = 1", "models in {path} must be a model's name, or a table of models by role."),
        ("[models]\npro = 1", "models in {path}, pro must be a model's name or a table of options, not 1."),
        (
            "[models.pro]\ntemperatur = 1",
            "temperatur (models in {path}, pro) is not an option of a model. Did you mean temp",
        ),
        ("[models.pro]\ntemperature = 3", "temperature (models in {path}, pro) must be a number from 0 to 2, not 3."),
        ("[models.pro]\nmax_tokens = 1.5", "max_tokens (models in {path}, pro) must be a whole number, not 1.5."),
        ("[models.pro]\nmodel = ' '", "model (models in {path}, pro) is empty."),
        ("[models.pro]\nbase_url = 'http://u:p@h/v1'", "must not hold credentials"),
        ("auto = 3", "auto in {path} must be a list of models, not 3."),
        ("auto = ['auto']", "auto in {path} must list models as provider:model, not 'auto'."),
        (
            "[models.judge.2]\nmodel = 'a:b'",
            "2 (models in {path}, judge) is not an option of a model. Put the name in quo",
        ),
        ("prices = 3", "prices in {path} must be a table of prices by model, not 3."),
        ("[prices.openai.x]\ninput = 1", "prices in {path} must name models as provider:model, not 'openai'."),
        ("[prices]\n'a:b' = 1", "prices in {path}, a:b must be a table with input, cached, output, not 1."),
        ("[prices.'a:b']\ninput = 1", "output (prices in {path}, a:b) is missing."),
        ("[prices.'a:b']\ninptu = 1", "inptu (prices in {path}, a:b) is not part of a price. Did you mean input?"),
        ("[prices.'a:b']\ninput = '1'", "input (prices in {path}, a:b) must be an amount in US dollars, not '1'."),
        (
            "[prices.'a:b']\noutput = -1",
            "output (prices in {path}, a:b) must be an amount in US dollars from 0 to 1,000,000",
        ),
        ("[prices.'a:b']\ncached = nan", "cached (prices in {path}, a:b) must be an amount"),
        ("styles = 3", "styles in {path} must name a style per side."),
        ("[styles]\npro = 3", "styles in {path} must name a style per side."),
        ("rounds = 1\nrounds = 2", "{path}:2: not valid TOML"),
        ("rounds = \n", "{path}:1: not valid TOML"),
        ("a = " + "[" * 100_000, "{path}"),
        (b"about = 'caf\xe9'", "{path} is not UTF-8: byte 0xe9 at offset 12 does not belong there."),
        (b"about = \x93For display\x94", "{path} is not UTF-8: byte 0x93 at offset 8"),
        ("#" * 300_000, "{path} is larger than 256 KiB."),
    ],
)
def test_bad_file(tmp_path: Path, toml: str | bytes, says: str) -> None:
    """A fault in a file is a ConfigError that names the file, and the key, the line or the byte."""
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, toml=toml)
    assert says.format(path=tmp_path / "dissoi.toml") in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("x.toml", "[motion]\ntxt = 'x'", "txt (motion in {path}) is not part of a motion. Did you mean text?"),
        ("x.toml", "[motion]\ntext = 1", "text (motion in {path}) must be text."),
        ("x.toml", "[motion]\nkeywords = 'a'", "keywords (motion in {path}) must be a list of words."),
        ("x.toml", "motion = 'x'", "motion in {path} must be a table"),
        ("x.json", '{\n"rounds": }', "{path}:2: not valid JSON"),
        ("x.json", "[1]", "{path} must hold settings by name."),
        ("none.toml", None, "{path} cannot be read (No such file or directory)."),
    ],
)
def test_bad_config(tmp_path: Path, name: str, text: str | None, says: str) -> None:
    """A fault in a --config file is a ConfigError that names the file."""
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load({}, {"HOME": str(tmp_path)}, tmp_path, path)
    assert says.format(path=path) in str(caught.value)


def test_bad_flag_is_named_as_it_is_typed(tmp_path: Path) -> None:
    """A wrong flag is named by its long form."""
    with pytest.raises(ConfigError, match=r"^--refine must be true or false"):
        loaded(tmp_path, refine="perhaps")
    with pytest.raises(ConfigError, match=r"^--max-calls must be a whole number"):
        loaded(tmp_path, max_calls="x")


@pytest.mark.parametrize(
    ("text", "role", "model"),
    [
        ("openai:gpt", "default", "openai:gpt"),
        ("judge=openai:gpt", "judge", "openai:gpt"),
        (" pro = auto ", "pro", "auto"),
        ("judge.2=openai:gpt", "judge.2", "openai:gpt"),
        ("scripted:demo?delay_ms=50&chunk=24", "default", "scripted:demo?delay_ms=50&chunk=24"),
        ("con=scripted:demo?seed=1", "con", "scripted:demo?seed=1"),
        ("local:/a=b/x.gguf", "default", "local:/a=b/x.gguf"),
    ],
)
def test_model_flag(text: str, role: str, model: str) -> None:
    """ROLE=MODEL is a role's model; an = inside a model's name is no role."""
    assert parse_model_flag(text) == (role, {"model": model})


@pytest.mark.parametrize("text", ["", " ", "judge=", "judge= "])
def test_model_flag_without_model(text: str) -> None:
    """A flag that names no model is a ConfigError."""
    with pytest.raises(ConfigError, match="names no model"):
        parse_model_flag(text)


def test_options_are_those_of_a_model_choice(tmp_path: Path) -> None:
    """The options that settings accept are the fields of ModelChoice, and every accepted extreme is valid there."""
    assert set(OPTIONS) == set(ModelChoice.model_fields)
    for end in (1, 2):
        extreme = {k: v[end] for k, v in OPTIONS.items() if v[0] != "text"}
        assert ModelChoice.model_validate({"model": "a:b", **extreme})
    models = loaded(tmp_path, toml="[models.default]\nmodel = 'a:b'\ntimeout = 5\nthinking_budget = 0").models
    assert ModelChoice.model_validate(models["default"]).timeout == 5


def test_dotenv(tmp_path: Path) -> None:
    """.env gives KEY=VALUE lines with quotes, comments and exports; other lines are somebody else's."""
    (tmp_path / ".env").write_text(
        '# comment\nA=1\nexport B = two words # note\nC=\'a # b\'\nD="x\\ny \\"q\\""\nE=\nF=a#b\n'
        'not an assignment\nG="line one\nline two"\r\n  H=1\nC9=\'unclosed\n',
        "utf-8",
    )
    assert dotenv(tmp_path) == {
        "A": "1", "B": "two words", "C": "a # b", "D": 'x\ny "q"', "E": "", "F": "a#b", "G": "line one\nline two",
        "H": "1", "C9": "'unclosed",
    }  # fmt: skip


@given(st.text(alphabet=st.characters(exclude_characters="'\r", exclude_categories=["Cs"]), max_size=40))
def test_dotenv_keeps_what_is_quoted(tmp_path_factory: pytest.TempPathFactory, value: str) -> None:
    """A value in single quotes is itself, whatever is in it."""
    folder = tmp_path_factory.mktemp("env")
    (folder / ".env").write_text(f"K='{value}'\n", "utf-8", newline="")
    assert dotenv(folder)["K"] == value


def test_project_file_is_looked_for_up_to_a_boundary(tmp_path: Path) -> None:
    """A parent's file counts up to a repository or the home folder; outside of both only the working directory's."""
    env = {"HOME": str(tmp_path / "home")}
    inside, stray = tmp_path / "home" / "repo" / "src", tmp_path / "shared" / "src"
    for folder in (inside, stray):
        folder.mkdir(parents=True)
        (folder.parent.parent / "dissoi.toml").touch()
    (tmp_path / "home" / "dissoi.toml").touch()
    assert project_file(inside, env) == tmp_path / "home" / "dissoi.toml"
    (tmp_path / "home" / "repo" / ".git").mkdir()
    assert project_file(inside, env) is None
    (tmp_path / "home" / "repo" / "dissoi.toml").touch()
    assert project_file(inside, env) == tmp_path / "home" / "repo" / "dissoi.toml"
    assert project_file(stray, env) is None
    (stray / "dissoi.toml").touch()
    assert project_file(stray, env) == stray / "dissoi.toml"


def test_user_file_follows_xdg(tmp_path: Path) -> None:
    """An absolute XDG_CONFIG_HOME moves the user's file; a relative one is ignored, as its rules demand."""
    assert user_file({"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/h"}) == tmp_path / "dissoi" / "dissoi.toml"
    assert user_file({"XDG_CONFIG_HOME": "x", "HOME": "/h"}) == user_file({"HOME": "/h"})


def test_every_setting_is_defined_once() -> None:
    """Each field of Settings with a definition is in the table, with a variable of its own; only prices have none."""
    assert len({s.env for s in TABLE.values()}) == len(TABLE) == len([f for f in fields(Settings) if f.metadata])
    assert all(s.help and s.env.startswith("DISSOI_") for s in TABLE.values() if s.name != "prices")
    assert TABLE["prices"].env == ""
