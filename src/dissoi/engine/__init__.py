"""One debate, alive: the composition root that joins models, store and graph. The faces start here."""
