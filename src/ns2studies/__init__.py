"""Published TCP studies on ns-2, rebuilt from source, traces and SQL."""

__version__ = "0.1.0"
