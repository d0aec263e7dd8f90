"""The web server: a page with a terminal in it, and a socket to an app for each visitor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from html import escape
from importlib.resources import files
from secrets import token_urlsafe
from string import Template

import textual_serve
from aiohttp import web

from puzzles.web.gate import Gate
from puzzles.web.profiles import Profiles
from puzzles.web.visit import LARGEST, QUIT, visit

VISITOR, TOKEN = "puzzles-visitor", "puzzles-token"  # cookies
HEARTBEAT = 2.3  # seconds until a silent browser is called; it is gone after half as long again
YEAR = 365 * 24 * 3600  # seconds
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # or the token would go along
}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Visit:
    """One browser's socket, until all is over."""

    def __init__(self) -> None:
        self.socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LARGEST, timeout=QUIT)
        self.over = asyncio.Event()


class Server:
    """The server for up to `clients` visitors at a time, each in one page: who opens another goes
    on there. `slots` is the folder of `running.slots`."""

    def __init__(self, gate: Gate, profiles: Profiles, clients: int, slots: str) -> None:
        self._gate, self._profiles = gate, profiles
        self._clients, self._slots = clients, slots
        self._visits: dict[str, _Visit] = {}  # by the visitor's cookie
        self._page = Template(files("puzzles.web").joinpath("page.html").read_text("utf-8"))

    def app(self) -> web.Application:
        @web.middleware
        async def guarded(request: web.Request, handler: _Handler) -> web.StreamResponse:
            return await self._guarded(request, handler)

        app = web.Application(middlewares=[guarded])
        app.router.add_get("/", self._index)
        app.router.add_get("/ws", self._socket)
        app.router.add_static("/static", str(files(textual_serve).joinpath("static")))
        app.on_shutdown.append(self._close)
        return app

    async def _guarded(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Let in who may come in."""
        gate, given = self._gate, request.query.get("token", "")
        try:
            if not gate.is_meant(request.host):
                raise web.HTTPMisdirectedRequest(text="This server has another name.\n")
            if not (gate.admits(given) or gate.admits(request.cookies.get(TOKEN, ""))):
                raise web.HTTPForbidden(text="Come by the address with the token in it.\n")
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(HEADERS)
            raise
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if "token" in request.query:  # it is to stay in no history
            moved = web.HTTPSeeOther("/")
            self._keep(moved, TOKEN, request.query["token"])
            return moved
        cookie = request.cookies.get(VISITOR) or token_urlsafe(24)
        self._need_place(cookie)
        secure = self._gate.url.startswith("https:")
        own = self._gate.url.partition("://")[2] or request.host
        page = self._page.substitute(socket=escape(f"{'wss' if secure else 'ws'}://{own}/ws"))
        response = web.Response(
            text=page, content_type="text/html", headers={"Cache-Control": "no-store"}
        )
        self._keep(response, VISITOR, cookie)
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._gate.is_own(request.headers.get("Origin", ""), request.host):
            raise web.HTTPForbidden(text="This page is not one of ours.\n")
        cookie = request.cookies.get(VISITOR)
        if not cookie:
            raise web.HTTPBadRequest(text="Come by the page, with cookies.\n")
        self._need_place(cookie)
        own = _Visit()
        before, self._visits[cookie] = self._visits.get(cookie), own
        try:
            await own.socket.prepare(request)
            if before is not None:
                await before.socket.close()
                await before.over.wait()
            if not own.socket.closed:  # by the next one
                with self._profiles.lent(cookie) as folder:
                    await visit(own.socket, request.query, folder, self._slots)
                if not own.socket.closed and request.transport:  # nobody is there to say goodbye to
                    request.transport.abort()
        finally:
            own.over.set()
            if self._visits[cookie] is own:
                del self._visits[cookie]
        return own.socket

    def _need_place(self, cookie: str) -> None:
        """HTTPServiceUnavailable, unless there is a place for this visitor."""
        if cookie not in self._visits and len(self._visits) >= self._clients:
            words = f"All {self._clients} places are taken. Please come again in a little while.\n"
            raise web.HTTPServiceUnavailable(text=words, headers={"Retry-After": "60"})

    def _keep(self, response: web.StreamResponse, name: str, value: str) -> None:
        """Have the browser send a cookie back, from our own pages alone."""
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=self._gate.url.startswith("https:"),
        )

    async def _close(self, app: web.Application) -> None:
        await asyncio.gather(*(own.socket.close() for own in self._visits.values()))
