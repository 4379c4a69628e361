"""A session: the settings of a user joined with a store, models and prices. Faces open one and close it; each part is
made when it is first used, so that commands that only read load neither models nor LangGraph."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from dissoi.errors import ConfigError, UsageError
from dissoi.settings import Settings, environment
from dissoi.store import open_store
from dissoi.store.port import Store

if TYPE_CHECKING:
    from dissoi.engine.runner import Engine
    from dissoi.models.pricing import PriceBook
    from dissoi.models.registry import Registry


class Session:
    """``async with Session(settings) as session`` for runs; ``with`` for commands that only read."""

    def __init__(self, settings: Settings, *, store: Store | None = None) -> None:
        self.settings = settings
        self._given = store

    @cached_property
    def store(self) -> Store:
        """Opens the database, creating it if it is not there. Raises ``StoreError``."""
        return self._given or open_store(self.settings.database_url)

    @cached_property
    def models(self) -> Registry:
        from dissoi.models.registry import Registry

        return Registry(env=environment(Path.cwd()))

    @cached_property
    def prices(self) -> PriceBook:
        """The table of prices with the user's own above it. Raises ``ConfigError`` for one of no known provider."""
        from dissoi.models.pricing import Price, PriceBook
        from dissoi.models.registry import split

        own = self.settings.prices
        for name in own:
            try:
                split(name)
            except UsageError as error:
                where = f"prices.{name} ({self.settings.origin(f'prices.{name}')})"
                raise ConfigError(f"{where} is no model: {error.message}", hint=error.hint) from error
        return PriceBook({name: Price(**rates) for name, rates in own.items()})

    @cached_property
    def engine(self) -> Engine:
        from dissoi.engine.runner import Engine

        return Engine(self.store, self.models.open, self.prices, concurrency=self.settings.concurrency)

    def close(self) -> None:
        if "store" in self.__dict__ and self._given is None:
            self.store.close()

    async def aclose(self) -> None:
        if "engine" in self.__dict__:
            await self.engine.aclose()
        if "models" in self.__dict__:
            await self.models.aclose()
        self.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
