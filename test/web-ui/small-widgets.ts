/**
 * Writes a package of widgets for tests of the pages: AMD code in Jupyter's data folder, and a Python module
 * whose classes make the widgets. This file asserts nothing.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JUPYTER_FOLDER } from './browser.ts';

/** A counter with a picture and a part in a file of their own, a widget that draws messages, and two that fail. */
const CODE = `define(["@jupyter-widgets/base", "./part", "module"], (base, part, module) => {
  class SmallModel extends base.DOMWidgetModel {}
  class CounterView extends base.DOMWidgetView {
    render() {
      super.render();
      const button = document.createElement("button");
      const show = () => { button.textContent = part.word + " " + this.model.get("value"); };
      button.onclick = () => {
        this.model.set("value", this.model.get("value") + 1);
        this.model.save_changes();
      };
      this.listenTo(this.model, "change:value", show);
      show();
      const picture = document.createElement("img");
      picture.alt = "a dot";
      picture.src = document.body.getAttribute("data-base-url") + "nbextensions/small-widgets/dot.svg";
      this.el.append(button, picture);
    }
  }
  class PaperModel extends base.DOMWidgetModel {
    initialize(...given) {
      super.initialize(...given);
      this.lines = [];
      this.on("msg:custom", ({ line }) => { this.lines.push(line); this.draw(); });
    }
    draw() {
      for (const view of Object.values(this.views)) view.then((shown) => shown.show());
    }
  }
  class PaperView extends base.DOMWidgetView {
    render() {
      super.render();
      this.show();
    }
    show() { this.el.textContent = this.model.lines.join(" ") || "(no line)"; }
  }
  class FailingView extends base.DOMWidgetView {
    render() { throw new Error("no luck today"); }
  }
  class LateFailingView extends base.DOMWidgetView {
    render() { super.render(); Promise.reject(new Error("no luck later")); }
  }
  class SpyView extends base.DOMWidgetView {
    render() {
      super.render();
      const tries = { page: () => parent.document.title, storage: () => localStorage.length, cookie: () => document.cookie };
      const got = Object.entries(tries).filter(([, attempt]) => { try { attempt(); return true; } catch { return false; } });
      this.el.textContent = "got: " + got.map(([name]) => name).join(" ");
    }
  }
  return { SmallModel, CounterView, PaperModel, PaperView, FailingView, LateFailingView, SpyView, uri: module.uri };
});`;

/** Installs the package where the Python of tests looks for it. */
export function installSmallWidgets(): void {
  const folder = join(JUPYTER_FOLDER, 'nbextensions', 'small-widgets');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), CODE);
  writeFileSync(join(folder, 'part.js'), 'define({ word: "count is" });');
  writeFileSync(join(folder, 'dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
}

/** Python that makes a widget class: `Small(value=0)`. */
export function smallWidget(view: string, model = 'SmallModel', module = 'small-widgets'): string {
  return `import ipywidgets, traitlets
class Small(ipywidgets.DOMWidget):
    _model_name = traitlets.Unicode('${model}').tag(sync=True)
    _model_module = traitlets.Unicode('${module}').tag(sync=True)
    _view_name = traitlets.Unicode('${view}').tag(sync=True)
    _view_module = traitlets.Unicode('${module}').tag(sync=True)
    value = traitlets.Int(0).tag(sync=True)`;
}
