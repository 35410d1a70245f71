/**
 * Runs in a frame, and draws one widget of another package with the package's own code, which the server has
 * from the notebook's Python. The frame has no origin; it asks the page for states and code.
 */

import type * as base from '@jupyter-widgets/base';
import type { Answer, WidgetCode, WidgetModel } from '../../runtime/index.ts';
import { darkTemplate } from '../outputs/dark-plot.ts';
import { AmdModules } from './amd-modules.ts';
import type { Ask } from './ask.ts';
import type { FrameLook, FromFrame, ToFrame } from './frame-messages.ts';
import { FrameOutputView } from './frame-output-widget.ts';
import { localImports } from './local-imports.ts';
import { OutputModel } from './output-model.ts';
import type { WidgetComm } from './widget-comm.ts';
import { attachView, type ClassName, classIn, IPYWIDGETS, WidgetManager } from './widget-manager.ts';

const MODULES = {
  ...IPYWIDGETS,
  '@jupyter-widgets/output': { OutputModel, OutputView: FrameOutputView },
};

const answers = new Map<number, (answer: Answer) => void>();
let asked = 0;

const ask: Ask = (question) => {
  asked += 1;
  const number = asked;
  tell({ type: 'ask', number, question });
  return new Promise((resolve) => answers.set(number, resolve));
};

/** The server has no code of a package; the message is a sentence for people. */
class MissingCode extends Error {}

class FrameWidgets extends WidgetManager {
  /** The cell around the frame. */
  cell = '';
  /** Why the first class was not found, which its widget does not tell. */
  failure: unknown = null;
  readonly #modules = new AmdModules(MODULES, (module) => this.#code(module));

  override async get_model(id: string): Promise<base.WidgetModel> {
    if (!this.has_model(id)) {
      const answer = await this.ask({ ask: 'widgets', of: id });
      if (answer.to === 'widgets') this.add(answer);
    }
    return super.get_model(id);
  }

  /** The view to show; its failures are not replaced by a widget that names them. @throws {Error} */
  async viewOf(model: base.DOMWidgetModel): Promise<base.DOMWidgetView> {
    const names = ['_view_name', '_view_module', '_view_module_version'] as const;
    const [name, module, version] = names.map((trait) => String(model.get(trait)));
    const View = (await this.loadViewClass(name!, module!, version!)) as typeof base.DOMWidgetView;
    const view = new View({ model, options: this.setViewOptions() });
    view.listenTo(model, 'destroy', view.remove);
    await view.render();
    // some models draw into all of their views
    if (model.views !== undefined) model.views[view.cid] = Promise.resolve(view);
    return view;
  }

  protected override async loadModelClass(...given: ClassName): Promise<typeof base.WidgetModel> {
    try {
      return await this.loadClass(...given);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  protected override loadViewClass(...given: ClassName): Promise<typeof base.WidgetView> {
    return this.loadClass(...given);
  }

  protected override cellOf(): string {
    return this.cell;
  }

  protected override async findClass(className: string, moduleName: string): Promise<unknown> {
    if (Object.hasOwn(MODULES, moduleName)) return classIn(MODULES, className, moduleName);
    const classes = (await this.#modules.load(moduleName)) as Readonly<Record<string, unknown>> | null;
    return classes?.[className];
  }

  protected override make(model: WidgetModel, comm: WidgetComm | null): void {
    const { _esm: code, _widget_layout: layout } = model.state;
    const local = typeof code === 'string' ? { _esm: localImports(code) } : {};
    const dark = isDark && isPart(layout) ? { _widget_layout: inDark(layout) } : {};
    super.make({ ...model, state: { ...model.state, ...local, ...dark } }, comm);
  }

  async #code(module: string): Promise<WidgetCode> {
    const answer = await this.ask({ ask: 'widget-code', module });
    if (answer.to !== 'widget-code') {
      throw new MissingCode(answer.to === 'failed' ? answer.message : module);
    }
    // packages load pictures and parts of themselves from there
    document.body.dataset.baseUrl = answer.address;
    return answer;
  }
}

/** Whether the page is dark. */
let isDark = false;

type Part = WidgetModel['state'];

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The layout of a figure of Plotly; only drawing uses it, and the kernel keeps its own. */
function inDark(layout: Part): Part {
  const { template } = layout;
  return { ...layout, template: darkTemplate(isPart(template) ? template : undefined) as Part };
}

const widgets = new FrameWidgets(ask);
let isShown = false;

async function show(id: string): Promise<void> {
  const model = await widgets.get_model(id);
  const view = await widgets.viewOf(model as base.DOMWidgetModel);
  attachView(view, document.body);
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // (the server answers in sentences)
  const isSentence = error instanceof MissingCode;
  tell({ type: 'failed', sentence: isSentence ? message : `The code of this widget failed: ${message}` });
}

/** Widgets may fail where nobody waits for them: if nothing is drawn, this is the reason. */
function failLate(event: Event, reason: unknown): void {
  if (!isShown || document.body.getBoundingClientRect().height >= 2) return;
  event.preventDefault();
  fail(reason instanceof Error && reason.cause instanceof Error ? reason.cause : reason);
}

addEventListener('unhandledrejection', (event) => failLate(event, event.reason));
addEventListener('error', (event) => failLate(event, event.error ?? event.message));

function wear({ theme, isDark: dark }: FrameLook): void {
  isDark = dark;
  document.documentElement.dataset.theme = theme;
  // as JupyterLab and the classic notebook name them
  document.body.dataset.jpThemeLight = String(!isDark);
  document.body.classList.toggle('theme-dark', isDark);
  document.body.classList.toggle('theme-light', !isDark);
}

function tell(said: FromFrame): void {
  parent.postMessage(said, '*');
}

addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  const said = data as ToFrame;
  switch (said.type) {
    case 'show':
      wear(said.look);
      widgets.cell = said.cell;
      if (!isShown) show(said.id).catch((error: unknown) => fail(widgets.failure ?? error));
      isShown = true;
      break;
    case 'look':
      wear(said.look);
      break;
    case 'events':
      for (const event of said.events) widgets.take(event);
      break;
    case 'answer':
      answers.get(said.number)?.(said.answer);
      answers.delete(said.number);
  }
});

let told = -1;
new ResizeObserver(() => {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height !== told) tell({ type: 'height', height });
  told = height;
}).observe(document.body);

tell({ type: 'ready' });
