"""The routes of the HTTP interface, by noun. Each is thin: who may, what is asked, which part of the house does it."""
