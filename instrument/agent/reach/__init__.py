"""The objects that values reach: walks over objects, and the deep reads that record them."""
