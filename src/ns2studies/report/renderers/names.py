"""How renderers are asked for; what they are made of takes long to load."""

from typing import Literal

RendererChoice = Literal["auto", "quarto", "built-in"]
"""What can be asked for; ``auto`` is Quarto if its program is there."""
