"""A file that gets all of a request's output, however much it is. It is made when the first output comes."""


class WholeFile:
    """What was printed, and of what was displayed or raised its text."""

    def __init__(self, path):
        self.path = path
        self.file = None
        self.failure = None

    def write(self, kind, content):
        if self.failure is not None:
            return
        try:
            if self.file is None:
                self.file = open(self.path, "w", encoding="utf-8", errors="surrogatepass")
            self.file.write(content["text"] if kind == "stream" else text_of(content) + "\n")
        except OSError as failure:
            self.failure = failure.strerror or str(failure)

    def flush(self):
        try:
            if self.file is not None and self.failure is None:
                self.file.flush()
        except OSError as failure:
            self.failure = failure.strerror or str(failure)

    def place(self):
        """Where all of it is, in words."""
        if self.failure is not None:
            return "It could not be written to %s: %s." % (self.path, self.failure)
        return "All of it is in %s." % self.path


def text_of(content):
    if "traceback" in content:
        return "\n".join(content["traceback"])
    return str(content["data"].get("text/plain", ", ".join(content["data"])))
