"""Laws of precedence: the strongest place that says something wins, alone or role by role."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dissoi.errors import ConfigError, UnknownNameError
from dissoi.settings import TABLE, Settings, load, secrets, settings_table_markdown

ROOT = Path(__file__).parents[2]


class Places:
    """A home, a project inside it, and what each place says."""

    def __init__(self, root: Path) -> None:
        self.home, self.project = root / "home", root / "home" / "project"
        self.cwd = self.project / "deep" / "inside"
        self.cwd.mkdir(parents=True)
        self.env = {"HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "config")}
        self.config: Path | None = None
        self.flags: dict[str, Any] = {}

    def say(self, place: str, text: str) -> None:
        """Write the file of a place."""
        path = {
            "config": self.cwd / "my.toml",
            "dotenv": self.cwd / ".env",
            "project": self.project / "dissoi.toml",
            "user": self.home / "config" / "dissoi" / "dissoi.toml",
        }[place]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        if place == "config":
            self.config = path

    def load(self) -> Settings:
        return load(self.flags, self.env, self.cwd, self.config)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path)


ORDER = ("flag", "config", "env", "dotenv", "project", "user")


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(ORDER), st.integers(0, 15)))
def test_strongest_place_wins(said: dict[str, int]) -> None:
    """Flag, then --config, environment, .env, project file, user file, default; and the origin says which it was."""
    with TemporaryDirectory() as folder:
        places = Places(Path(folder))
        for place, value in said.items():
            match place:
                case "flag":
                    places.flags["judges"] = value
                case "env":
                    places.env["DISSOI_JUDGES"] = str(value)
                case "dotenv":
                    places.say(place, f"DISSOI_JUDGES={value}\n")
                case _:
                    places.say(place, f"judges = {value}\n")
        found = places.load()
    first = next((place for place in ORDER if place in said), None)
    words = {
        "config": "--config",
        "env": "environment (DISSOI_JUDGES)",
        "dotenv": ".env (DISSOI_JUDGES)",
        None: "default",
    }
    assert found.judges == (said[first] if first else None)
    assert found.origin("judges").startswith(words.get(first, str(first)))


def test_defaults(places: Places) -> None:
    """With nothing said, every setting has the default of the table; the state is in the user's data folder."""
    settings = places.load()
    for name, setting in TABLE.items():
        if name not in ("models", "home", "database_url"):
            assert getattr(settings, name) == setting.default
        assert settings.origin(name) == "default"
    assert settings.models == {"default": {"model": "auto"}}
    assert settings.home == places.home / ".local" / "share" / "dissoi"
    assert settings.database_url == f"sqlite:///{settings.home / 'dissoi.db'}"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("format", "nround", "nround"),
        ("rounds", " 3 ", 3),
        ("refine", "yes", True),
        ("refine", "0", False),
        ("budget", "0.10", Decimal("0.10")),
        ("timeout", "2.5", 2.5),
        ("check", "strike", "strike"),
        ("display", "plain", "plain"),
        ("seed", "18446744073", 18446744073),
        ("models", "openai:x", {"default": {"model": "openai:x"}}),
        ("auto", "openai:x; ollama:y:7b ;", ("openai:x", "ollama:y:7b")),
        ("styles", "pro=academic; con = dry, precise", {"pro": "academic", "con": "dry, precise"}),
        ("hosts", "Debates.example.org; [::1]:8443, box", ("debates.example.org", "[::1]:8443", "box")),
    ],
)
def test_text_becomes_the_kind(places: Places, name: str, text: str, value: Any) -> None:
    """A variable's text, and a flag's, become what the setting holds."""
    places.env[TABLE[name].env] = text
    assert getattr(places.load(), name) == value
    places.env.pop(TABLE[name].env)
    places.flags[name] = text if name not in ("models", "styles") else text.split(";")
    assert getattr(places.load(), name) == value


@pytest.mark.parametrize("empty", [None, (), []])
def test_flags_that_were_not_given(places: Places, empty: Any) -> None:
    """None and an empty list mean "not given"; False and 0 are values."""
    places.env["DISSOI_ROUNDS"] = "4"
    places.env["DISSOI_REFINE"] = "1"
    places.flags = {"rounds": empty, "models": empty, "refine": False}
    settings = places.load()
    assert (settings.rounds, settings.refine) == (4, False)


def test_empty_variable_is_absent(places: Places) -> None:
    """An empty variable counts as absent, and hides what .env says."""
    places.say("dotenv", "DISSOI_ROUNDS=4\nDISSOI_JUDGES=3\n")
    places.env["DISSOI_ROUNDS"] = ""
    settings = places.load()
    assert (settings.rounds, settings.judges) == (None, 3)


def test_model_for_all_replaces_models_of_roles(places: Places) -> None:
    """A flag or variable without a role sets the model of every role, and keeps the other options that files give."""
    places.say("project", '[models.judge]\nmodel = "openai:b"\ntemperature = 0\n[models.default]\nmodel = "openai:a"\n')
    assert places.load().models["judge"] == {"model": "openai:b", "temperature": 0}
    places.env["DISSOI_MODEL"] = "openai:c;pro=openai:d"
    settings = places.load()
    assert settings.models["default"] == {"model": "openai:c"}
    assert settings.models["judge"] == {"model": "openai:c", "temperature": 0}
    assert settings.models["pro"] == {"model": "openai:d"}
    places.flags["models"] = ["judge=openai:e"]
    settings = places.load()
    assert settings.models["judge"] == {"model": "openai:e", "temperature": 0}
    assert settings.models["pro"] == {"model": "openai:d"}
    assert (settings.origin("models.judge"), settings.origin("models.pro")) == ("flag", "environment (DISSOI_MODEL)")


def test_default_gives_options_to_roles(places: Places) -> None:
    """What [models.default] says holds for a role unless its own table, or a stronger file's, says otherwise."""
    places.say("user", '[models]\ncon = "openai:u"\n[models.default]\nmodel = "openai:x"\nmax_tokens = 100\n')
    places.say("project", "[models.con]\ntemperature = 1\n[models.default]\ntemperature = 0.5\n")
    models = places.load().models
    assert models["default"] == {"model": "openai:x", "max_tokens": 100, "temperature": 0.5}
    assert models["con"] == {"model": "openai:u", "max_tokens": 100, "temperature": 1}


def test_address_stays_with_its_provider(places: Places) -> None:
    """A base_url holds for other models of its provider and is dropped for another provider's: keys stay at home."""
    places.say("project", '[models.default]\nmodel = "openai:a"\nbase_url = "http://127.0.0.1:1/v1"\n')
    places.flags["models"] = ["openai:b", "judge=anthropic:c"]
    models = places.load().models
    assert models["default"]["base_url"] == "http://127.0.0.1:1/v1"
    assert models["judge"] == {"model": "anthropic:c"}
    places.flags["models"] = ["anthropic:c"]
    assert places.load().models == {"default": {"model": "anthropic:c"}}


def test_styles_are_merged_side_by_side(places: Places) -> None:
    """Each side's style comes from the strongest place that names one for it."""
    places.say("user", '[styles]\npro = "academic"\ncon = "dry"\n')
    places.flags["styles"] = ["pro=humorous"]
    settings = places.load()
    assert settings.styles == {"pro": "humorous", "con": "dry"}
    assert (settings.origin("styles.pro"), settings.origin("styles.con").split()[0]) == ("flag", "user")


def test_prices_are_merged_model_by_model(places: Places) -> None:
    """Each model's price comes whole from the strongest file that names it, in exact US dollars."""
    places.say("user", '[prices]\n"a:b" = {input = 1, cached = 0.1, output = 2}\n"a:c" = {input = 0, output = 0}\n')
    places.say("project", '[prices."a:b"]\ninput = 1.25\noutput = 10\n')
    settings = places.load()
    assert settings.prices == {
        "a:b": {"input": Decimal("1.25"), "output": Decimal(10)},
        "a:c": {"input": Decimal(0), "output": Decimal(0)},
    }
    assert settings.origin("prices.a:b").startswith("project file")
    assert settings.origin("prices.a:c").startswith("user file")


def test_the_list_of_auto_is_replaced_whole(places: Places) -> None:
    """A stronger place's list takes the place of a weaker one's; an empty list in a file means none."""
    places.say("user", 'auto = ["openai:x"]\n')
    assert places.load().auto == ("openai:x",)
    places.say("project", "auto = []\n")
    assert places.load().auto == ()
    places.env["DISSOI_AUTO"] = "openai:y"
    assert (places.load().auto, places.load().origin("auto")) == (("openai:y",), "environment (DISSOI_AUTO)")


def test_models_for_a_format(places: Places) -> None:
    """Roles and the format's own names may have models; what nothing has is an error, with the nearest name."""
    places.flags["models"] = ["judge=a:b", "P=a:c"]
    assert set(places.load().models_for(["P", "pro"])) == {"default", "judge", "P"}
    with pytest.raises(UnknownNameError) as caught:
        places.load().models_for(["PM", "pro"])
    assert (caught.value.kind, caught.value.name) == ("role", "P")
    places.flags["models"] = ["jugde=a:b"]
    with pytest.raises(UnknownNameError, match="Did you mean judge"):
        places.load().models_for([])


def test_files_may_name_seats_of_other_formats(places: Places) -> None:
    """A project's or user's model for a seat that this format lacks is left out; a misspelt role is still an error."""
    places.say("user", '[models]\nPM = "a:b"\n')
    assert set(places.load().models_for(["P"])) == {"default"}
    places.say("user", '[models]\nmoderater = "a:b"\n')
    with pytest.raises(UnknownNameError, match="Did you mean moderator"):
        places.load().models_for(["P"])


def test_judges_beyond_the_panel(places: Places) -> None:
    """A lasting file's model for a judge that does not sit is left out; from a flag it is an error with the number of
    those that do."""
    names = ["pro", "judge.1", "judge.2"]
    places.say("project", '[models."judge.2"]\nmodel = "a:b"\n[models."judge.3"]\nmodel = "a:c"\n')
    assert set(places.load().models_for(names)) == {"default", "judge.2"}
    assert set(places.load().models_for(["pro"])) == {"default"}
    for flag, said in (
        ("judge.3=a:d", "2 judges; the setting judges"),
        ("listener.1=a:d", "no listeners; the setting listeners"),
    ):
        places.flags["models"] = [flag]
        with pytest.raises(UnknownNameError) as caught:
            places.load().models_for(names)
        assert caught.value.code == "unknown.role"
        assert said in caught.value.hint


def test_home_and_database(places: Places) -> None:
    """DISSOI_HOME moves all state, also relative to the working directory; the shown address has no password."""
    places.env["DISSOI_HOME"] = "state"
    settings = places.load()
    assert settings.home == places.cwd / "state"
    assert settings.database_url == f"sqlite:///{places.cwd / 'state' / 'dissoi.db'}"
    places.env["DISSOI_DATABASE_URL"] = "postgresql://me:s3:cr@et@host/dissoi"
    settings = places.load()
    assert settings.database == "postgresql://me:***@host/dissoi"
    assert "s3" not in repr(settings)


@pytest.mark.parametrize("url", ["postgres://x", "mysql://me:secret@x", "dissoi.db"])
def test_bad_database_address_is_not_shown(places: Places, url: str) -> None:
    """An address of another kind is a ConfigError that does not repeat it."""
    places.env["DISSOI_DATABASE_URL"] = url
    with pytest.raises(ConfigError, match="DISSOI_DATABASE_URL must begin with") as caught:
        places.load()
    assert url not in str(caught.value)


def test_unknown_flag(places: Places) -> None:
    """A flag that no setting has is an UnknownNameError with the nearest one."""
    places.flags["judge"] = 3
    with pytest.raises(UnknownNameError, match="Did you mean judges"):
        places.load()


def test_motion_comes_from_config_alone(places: Places) -> None:
    """The [motion] table is read from a --config file and refused elsewhere."""
    table = '[motion]\ntext = "Ban cars"\nkeywords = ["a", "b"]\n'
    places.say("config", table)
    assert places.load().motion == {"text": "Ban cars", "keywords": ["a", "b"]}
    places.say("project", table)
    with pytest.raises(ConfigError, match="Give the motion as an argument"):
        places.load()


def test_config_may_be_json(places: Places) -> None:
    """A --config file that ends in .json is JSON with the same keys."""
    places.config = places.cwd / "my.json"
    places.config.write_text('{"rounds": 2, "models": {"pro": "a:b"}, "motion": {"text": "x"}}')
    settings = places.load()
    assert (settings.rounds, settings.models["pro"], settings.motion) == (2, {"model": "a:b"}, {"text": "x"})


def test_secrets_are_names() -> None:
    """Only whether a key is set is told, never its value; an empty one is not set."""
    found = secrets({"OPENAI_API_KEY": "sk-x", "TAVILY_API_KEY": "", "DISSOI_TOKEN": "sk-x"})
    assert found["OPENAI_API_KEY"] is found["DISSOI_TOKEN"] is True
    assert found["TAVILY_API_KEY"] is found["ANTHROPIC_API_KEY"] is False
    assert "sk-x" not in str(found)


def test_documentation_is_true() -> None:
    """The table in docs/settings.md is the one that the code gives."""
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    shown = page.partition("<!-- generated:settings -->")[2].partition("<!-- /generated -->")[0]
    assert shown.strip() == settings_table_markdown()
