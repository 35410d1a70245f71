"""What objects are: under which location they stand, whose storage they show, what they keep.
Look-ups on live objects; nothing is recorded here.
"""
