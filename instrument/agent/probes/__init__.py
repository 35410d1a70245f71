"""The probes that rewritten code calls, and what each piece of syntax reads and stores."""
