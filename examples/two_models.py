"""Another model for each side and a third for the judges, watched as it happens."""

import asyncio

import dissoi

MODELS = {"default": "scripted:demo", "pro": "scripted:demo?seed=1", "con": "scripted:liar?seed=2"}


async def main() -> None:
    stream = dissoi.stream("Homework should be abolished", format="nround", rounds=1, models=MODELS, judges=3, seed=1)
    async for item in stream:
        if isinstance(item, dissoi.Envelope) and item.event.type == "turn.published":
            print(f"{item.event.seat} ({item.event.side}): {item.event.words} words")
    result = await stream.result()
    for ballot in result.ballots:
        print(f"{ballot.judge}: pro {ballot.total('pro')}, con {ballot.total('con')}")
    print(f"The winner: {result.winner or result.outcome}")


asyncio.run(main())
