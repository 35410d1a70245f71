"""What a call may do to objects that no probe sees."""
