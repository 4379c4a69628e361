"""The first debate: one call, a result that prints itself. Scripted models: no key, no network, no cost.

With a real model, leave ``models`` out (the best that is configured is taken) or name one: models="openai:MODEL".
"""

import dissoi

result = dissoi.debate("Cities should ban private cars", models="scripted:demo", seed=1)
print(result)
print()
print(repr(result))
