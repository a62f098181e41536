"""A laboratory of self-play for modern board games."""

from ._native import __version__

__all__ = ["__version__"]
