"""Laws of access: who a secret makes of whoever has it, what they see, and that nobody else sees anything."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from fastapi import Depends, FastAPI, Request, Response

from dissoi.engine.clock import now, stamp
from dissoi.errors import ConfigError
from dissoi.settings import Settings
from dissoi.store import open_store
from dissoi.store.keys import digest, new_secret
from dissoi.store.port import Store
from dissoi.web import bodies, guard
from dissoi.web.access import (
    BROWSER_DAYS,
    MEMORY_SECONDS,
    TICKET_SECONDS,
    TICKETS,
    Access,
    Asker,
    Visible,
    host_token,
    owned,
    refuse_readers,
    visible,
)
from tests.store.samples import plain
from tests.web.tiny import HERE

DEBATES = {"hosts": "", "anas": "ana", "bobs": "bob"}
TOKEN = "the-hosts-own-token!"


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Club:
    """A server with one debate of the host, one of Ana and one of Bob. Each ``client`` is a browser of its own."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, Clock()
        self.access = Access(store, Settings(), clock=self.clock, token=TOKEN)
        self.app = FastAPI()
        self.app.state.access = self.access

        @self.app.post("/api/session")
        async def sign_in(said: bodies.SignIn, request: Request, response: Response) -> bodies.Session:
            given = said.model_dump(exclude_none=True)
            return await self.access.sign_in(request, response, **given)

        @self.app.delete("/api/session", status_code=204)
        async def sign_out(request: Request, response: Response) -> None:
            await self.access.sign_out(request, response)

        @self.app.get("/api/me")
        async def me(who: Asker) -> list[Any]:
            return [who.owner, who.name, who.host]

        @self.app.get("/api/debates/{debate_id}")
        async def see(seen: Annotated[Visible, Depends(visible)]) -> list[str]:
            return [seen.row.id, seen.may, seen.voter]

        @self.app.post("/api/debates/{debate_id}")
        async def change(seen: Annotated[Visible, Depends(owned)]) -> str:
            return seen.row.id

        @self.app.post("/api/debates/{debate_id}/votes")
        async def vote(seen: Annotated[Visible, Depends(visible)]) -> str:
            refuse_readers(seen)
            return seen.voter

        guard.install(self.app, Settings())

    def client(self, token: str = "") -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE, headers=headers)

    async def token(self, owner: str, *, days: float | None = None) -> str:
        secret, until = new_secret(), None if days is None else stamp(now() + timedelta(days=days))
        await self.store.grant(digest(secret), "owner", owner, None, "all", owner or "host", stamp(), until)
        return secret

    async def share(self, debate_id: str, may: Any = "watch", days: float = 1) -> bodies.Share:
        return await self.access.share(self.store.row(debate_id), may, days)

    async def browser(self, **said: str) -> httpx.AsyncClient:
        """A browser that has signed in."""
        client = self.client()
        assert (await client.post("/api/session", json=said)).status_code == 200
        return client


@pytest.fixture
async def club(tmp_path: Path) -> Any:
    store = open_store(f"sqlite:///{tmp_path / 'dissoi.db'}")
    for debate_id, owner in DEBATES.items():
        await store.create(debate_id, plain(debate_id), owner=owner)
    yield Club(store)
    store.close()


async def seen_by(client: httpx.AsyncClient) -> dict[str, int]:
    return {id: (await client.get(f"/api/debates/{id}")).status_code for id in DEBATES}


async def test_nobody_sees_anything(club: Club) -> None:
    """Without a secret, or with a wrong one, every debate is 401, whether it exists or not."""
    for client in (club.client(), club.client("x"), club.client(new_secret()), club.client("-" * 43)):
        assert (await client.get("/api/me")).status_code == 401
        assert set((await seen_by(client)).values()) == {401}
        assert (await client.get("/api/debates/nothing")).status_code == 401


@pytest.mark.parametrize("owner", ["ana", "bob", ""])
async def test_owners_see_their_own(club: Club, owner: str) -> None:
    """The bearer of an owner's token sees that owner's debates, as their owner, and no other's."""
    client = club.client(await club.token(owner))
    assert (await client.get("/api/me")).json() == [owner, owner or "host", owner == ""]
    assert await seen_by(client) == {id: 200 if whose == owner else 404 for id, whose in DEBATES.items()}
    own = next(id for id, whose in DEBATES.items() if whose == owner)
    assert (await client.get(f"/api/debates/{own}")).json() == [own, "owner", owner or "host"]
    assert (await client.post(f"/api/debates/{own}")).status_code == 200


@pytest.mark.parametrize("odd", ["nothing", "%00", "a" * 300, "%ed%a0%80", "anas%20", "ANAS", "'; --"])
async def test_foreign_and_unknown_are_one(club: Club, odd: str) -> None:
    """What is somebody else's and what does not exist get the same answer, but for the name that was asked for and the
    number of the request."""
    client = club.client(await club.token("bob"))

    async def answer(id: str, method: str) -> tuple[int, dict[str, Any]]:
        response = await client.request(method, f"/api/debates/{id}")
        return response.status_code, {**response.json(), "request_id": "", "detail": ""}

    for method in ("GET", "POST"):
        assert await answer("anas", method) == await answer(odd, method)
        assert (await answer("anas", method))[1]["code"] == "unknown.debate"


async def test_a_ticket_works_once(club: Club) -> None:
    """A ticket makes its first user the host, and nobody else."""
    ticket = club.access.ticket()
    host, late = club.client(), club.client()
    first = await host.post("/api/session", json={"ticket": ticket})
    assert first.json() == {"owner": "", "name": "host", "host": True, "debate_id": None}
    assert (await host.get("/api/debates/hosts")).status_code == 200
    assert (await late.post("/api/session", json={"ticket": ticket})).json()["code"] == "auth"
    assert (await late.get("/api/me")).status_code == 401


async def test_a_ticket_expires(club: Club) -> None:
    """A ticket works until its time is over, and not later."""
    early, late = club.access.ticket(), club.access.ticket()
    club.clock.at += TICKET_SECONDS - 1
    await club.browser(ticket=early)
    club.clock.at += 1
    assert (await club.client().post("/api/session", json={"ticket": late})).status_code == 401


async def test_tickets_are_few(club: Club) -> None:
    """Only the newest tickets are kept, so that asking for them fills no memory."""
    tickets = [club.access.ticket() for _ in range(TICKETS + 1)]
    assert (await club.client().post("/api/session", json={"ticket": tickets[0]})).status_code == 401
    await club.browser(ticket=tickets[1])


async def test_the_cookie(club: Club) -> None:
    """The cookie of a browser is out of reach for scripts and other sites, and holds no secret that was used before."""
    ticket, token = club.access.ticket(), await club.token("ana", days=2)
    long = BROWSER_DAYS * 86_400
    for said, most in (({"ticket": ticket}, long), ({"token": token}, 2 * 86_400), ({"token": TOKEN}, long)):
        header = (await club.client().post("/api/session", json=said)).headers["set-cookie"]
        morsel = SimpleCookie(header)["dissoi_8321"]
        assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "strict", "/")
        assert most - 60 <= int(morsel["max-age"]) <= most
        assert not morsel["secure"] and not morsel["domain"]
        assert morsel.value not in (ticket, TOKEN)


async def test_the_cookie_over_tls(club: Club) -> None:
    """Over TLS, seen by us or by the proxy that the address tells of, the cookie is sent over TLS alone."""
    transport = httpx.ASGITransport(club.app)
    async with httpx.AsyncClient(transport=transport, base_url="https://127.0.0.1:8321") as client:
        answer = await client.post("/api/session", json={"token": TOKEN})
    assert "; Secure" in answer.headers["set-cookie"]
    club.app.state.access = club.access = Access(
        club.store, Settings(), address="https://debates.example.org", token=""
    )
    answer = await club.client().post("/api/session", json={"ticket": club.access.ticket()})
    assert "; Secure" in answer.headers["set-cookie"]


async def test_a_browser_survives_a_restart(club: Club) -> None:
    """A browser that has signed in is known to the next process, whatever it signed in with."""
    browsers = [await club.browser(ticket=club.access.ticket()), await club.browser(token=TOKEN)]
    club.app.state.access = Access(club.store, Settings(), clock=club.clock, token=TOKEN)
    assert [(await b.get("/api/me")).json() for b in browsers] == [["", "host", True]] * 2


async def test_a_changed_token_signs_out(club: Club) -> None:
    """Whoever signed in by ``DISSOI_TOKEN`` is signed out when it changes."""
    browser = await club.browser(token=TOKEN)
    club.app.state.access = Access(club.store, Settings(), clock=club.clock, token="another token of the host")
    assert (await browser.get("/api/me")).status_code == 401


async def test_signing_out(club: Club) -> None:
    """Signing out ends a browser's own grant, and leaves a token that was pasted valid elsewhere."""
    token = await club.token("ana")
    by_ticket, by_token = await club.browser(ticket=club.access.ticket()), await club.browser(token=token)
    stolen = by_ticket.cookies["dissoi_8321"]
    for browser in (by_ticket, by_token):
        assert (await browser.delete("/api/session")).status_code == 204
        assert (await browser.get("/api/me")).status_code == 401
    assert (await club.client(stolen).get("/api/me")).status_code == 401
    assert (await club.client(token).get("/api/me")).status_code == 200


async def test_the_header_counts_alone(club: Club) -> None:
    """A request with a token in its header is who the token says, whatever cookies it has."""
    browser = await club.browser(token=TOKEN)
    ana = {"Authorization": f"bearer {await club.token('ana')}"}
    assert (await browser.get("/api/me", headers=ana)).json()[0] == "ana"
    assert (await browser.get("/api/me", headers={"Authorization": "Bearer wrong"})).status_code == 401


async def test_revoking(club: Club) -> None:
    """A token or share that is revoked here ends at once; revoked by another process, within two seconds."""
    here, there = await club.token("ana"), await club.token("ana")
    share = await club.share("anas")
    clients = [club.client(secret) for secret in (here, there, share.token or "")]
    assert [(await c.get("/api/debates/anas")).status_code for c in clients] == [200] * 3
    ids = {g.name or g.debate_id: g.id for g in club.store.grants()}
    first, second = (g.id for g in club.store.grants(kind="owner"))
    await club.store.revoke(second)
    club.clock.at += MEMORY_SECONDS
    assert (await clients[1].get("/api/debates/anas")).status_code == 401
    for id in (first, ids["anas"]):
        assert await club.access.revoke(id)
    assert [(await c.get("/api/debates/anas")).status_code for c in clients] == [401] * 3
    assert not await club.access.revoke(first)


async def test_expiry(club: Club) -> None:
    """A token and a share that have expired open nothing, and sign nobody in."""
    token, share = await club.token("ana", days=-1), await club.share("anas", days=-1)
    for secret in (token, share.token or ""):
        assert (await club.client(secret).get("/api/debates/anas")).status_code == 401
    for said in ({"token": token}, {"share": share.token}):
        assert (await club.client().post("/api/session", json=said)).json()["code"] == "auth"


@pytest.mark.parametrize("may", ["watch", "vote"])
async def test_a_share_opens_one_debate(club: Club, may: str) -> None:
    """A share link lets a visitor watch one debate, vote in it if it says so, and nothing else."""
    share = await club.share("anas", may)
    visitor = club.client()
    opened = await visitor.post("/api/session", json={"share": share.token})
    assert opened.json() == {"owner": None, "name": "guest", "host": False, "debate_id": "anas"}
    id, allowed, voter = (await visitor.get("/api/debates/anas")).json()
    assert (id, allowed) == ("anas", may) and re.fullmatch(r"web\.[0-9a-f]{10}", voter)
    assert (await visitor.post("/api/debates/anas")).json()["code"] == "read_only"
    assert (await visitor.post("/api/debates/anas/votes")).status_code == (200 if may == "vote" else 403)
    assert (await visitor.get("/api/me")).status_code == 401
    assert (await seen_by(visitor))["bobs"] == 401


async def test_a_share_is_no_token(club: Club) -> None:
    """The secret of a share signs nobody in as an owner, and a token is no share."""
    share, token = await club.share("anas"), await club.token("ana")
    for said in ({"token": share.token}, {"share": token}, {"share": ""}, {"ticket": token}):
        assert (await club.client().post("/api/session", json=said)).status_code == 401
    assert (await club.client().get("/api/me", headers={"Cookie": f"dissoi_8321={share.token}"})).status_code == 401


async def test_visitors_are_voters(club: Club) -> None:
    """Each browser of a share is one voter, who stays the same when the link is opened again; another share of the same
    debate, and another browser, are others."""
    share, other = await club.share("anas", "vote"), await club.share("anas", "vote")
    one, two, three = [await club.browser(share=s.token or "") for s in (share, share, other)]
    again = [await b.post("/api/debates/anas/votes") for b in (one, two, three)]
    voters = [a.json() for a in again]
    assert len(set(voters)) == 3
    await one.post("/api/session", json={"share": share.token})
    assert (await one.post("/api/debates/anas/votes")).json() == voters[0]


async def test_an_owner_keeps_their_rights(club: Club) -> None:
    """An owner who opens a share of their own debate stays its owner, and one of another's debate becomes its guest."""
    ana = await club.browser(token=await club.token("ana"))
    for id, may in (("anas", "owner"), ("bobs", "watch")):
        share = await club.share(id)
        assert (await ana.post("/api/session", json={"share": share.token})).json()["owner"] == "ana"
        assert (await ana.get(f"/api/debates/{id}")).json()[1] == may


async def test_no_secret_is_stored(club: Club, tmp_path: Path) -> None:
    """The database holds no secret: not of a token, a browser, a share or a visitor."""
    secrets = [await club.token("ana"), (await club.share("anas")).token or ""]
    browser = await club.browser(ticket=club.access.ticket())
    visitor = await club.browser(share=secrets[1])
    secrets += [part for b in (browser, visitor) for value in b.cookies.values() for part in value.split(".")]
    stored = await asyncio.to_thread(lambda: b"".join(path.read_bytes() for path in tmp_path.glob("dissoi.db*")))
    assert len(secrets) >= 5 and not [s for s in secrets if s.encode() in stored]


@pytest.mark.parametrize(
    ("env", "token"),
    [({}, ""), ({"DISSOI_TOKEN": "  "}, ""), ({"DISSOI_TOKEN": " sixteen letters! "}, "sixteen letters!")],
)
def test_the_hosts_token(env: dict[str, str], token: str) -> None:
    """``DISSOI_TOKEN`` is taken without the blanks around it; a blank one is none."""
    assert host_token(env) == token


def test_a_short_token_is_refused() -> None:
    """A token that could be guessed is an error that does not show it."""
    with pytest.raises(ConfigError) as caught:
        host_token({"DISSOI_TOKEN": "hunter2"})
    assert "hunter2" not in str(caught.value)
