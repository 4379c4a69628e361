"""Settings: what the user chose, from flags, files and the environment, in one order. ``load`` resolves them.

Provider keys are never read here, only whether they are set. What a model, format or style name means, the rooms that
use it check.
"""

from dissoi.settings.layers import load, secrets
from dissoi.settings.places import dotenv, environment, project_file, user_file
from dissoi.settings.table import (
    OPTIONS,
    RATES,
    ROLES,
    TABLE,
    ModelOptions,
    Rates,
    Setting,
    Settings,
    settings_table_markdown,
    unknown_role,
)
from dissoi.settings.values import parse_model_flag

__all__ = [
    "OPTIONS",
    "RATES",
    "ROLES",
    "TABLE",
    "ModelOptions",
    "Rates",
    "Setting",
    "Settings",
    "dotenv",
    "environment",
    "load",
    "parse_model_flag",
    "project_file",
    "secrets",
    "settings_table_markdown",
    "unknown_role",
    "user_file",
]
