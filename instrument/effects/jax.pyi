"""jax's compiled functions. The first call with arguments of one shape runs the Python function, and the compiled code keeps the global names of that moment."""
__module__ = "jaxlib._jax"

class PjitFunction:
    def __call__(self, *args, **kwargs) -> Unknown & Mutates[self]: ...
