"""Effects of calls on objects without probes."""
