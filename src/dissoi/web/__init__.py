"""The web application: debates over HTTP, their events as streams, and the page. FastAPI has its only room here."""
