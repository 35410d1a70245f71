"""The probes called by rewritten code, and the reads and stores of each piece of syntax."""
