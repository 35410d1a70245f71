"""What ipywidgets does where a person sees it: what an Output captures is shown by the page, and no cell computes with it."""
__module__ = "ipywidgets.widgets.widget_output"

class Output:
    def __enter__(self: Held) -> Pure: ...
    def __exit__(self: Held, *args) -> Writes[World["captured"]] & Returns["bool"]: ...
    def clear_output(self: Held, *args, **kwargs) -> Writes[World["captured"]]: ...

__module__ = "ipywidgets.widgets.widget_button"

class Button:
    def on_click(self: Held, callback: Held, remove=False) -> Mutates[self._click_handlers] & Keeps[callback]: ...

__module__ = "ipywidgets.widgets.widget_link"

def jslink(attr1: Held, attr2: Held) -> Pure: ...
jsdlink = jslink

__module__ = "traitlets.traitlets"

class HasTraits:
    def observe(self: Held, handler: Held, names=..., type="change") -> Mutates[self._trait_notifiers] & Keeps[handler]: ...
    unobserve = observe
    def unobserve_all(self: Held, *args) -> Mutates[self._trait_notifiers]: ...
