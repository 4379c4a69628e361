"""Paper: a finished or resting log as Markdown, JSON, JSON Lines or an HTML fragment, and a name for its file.

Knows the record and nothing else. Text of models and people is data here: each module escapes for its own medium.
"""
