/**
 * The widgets of this page: makes them from the server's events with the code of ipywidgets itself, and shows
 * them. It is loaded for the first shown widget.
 */

import * as base from '@jupyter-widgets/base';
import { ManagerBase } from '@jupyter-widgets/base-manager';
import * as controls from '@jupyter-widgets/controls';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { signal } from '@preact/signals';
import type { WidgetEvent, WidgetModel } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';
import { listenToWidgets } from '../page/widget-line.ts';
import { fromBase64 } from './base64.ts';
import { cellAround } from './cell-around.ts';
import { CleanHtmlMathView, CleanHtmlView } from './clean-views.ts';
import { ForeignModel, ForeignView, foreignNote, packageOf } from './foreign-widget.ts';
import { latexTypesetter } from './latex.ts';
import { nameControls } from './name-controls.ts';
import { OutputModel, OutputView } from './output-widget.tsx';
import { WidgetComm } from './widget-comm.ts';

/** The standing of a widget: `saved` ones can only be looked at; `lost` ones have lost their kernel. */
export type WidgetStanding = 'live' | 'saved' | 'lost' | 'unknown';

const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '@jupyter-widgets/base': { ...base },
  '@jupyter-widgets/controls': {
    ...controls,
    HTMLView: CleanHtmlView,
    HTMLMathView: CleanHtmlMathView,
  },
  '@jupyter-widgets/output': { OutputModel, OutputView },
};

type ClassName = readonly [name: string, module: string, version: string];

/** The class with a name from a notebook. */
function classOf(className: string, moduleName: string): unknown {
  const classes = Object.hasOwn(MODULES, moduleName) ? MODULES[moduleName]! : {};
  return Object.hasOwn(classes, className) ? classes[className] : undefined;
}

class PageWidgets extends ManagerBase {
  /** The object in which views of ipywidgets look for a typesetter. */
  readonly _rendermime = { latexTypesetter };
  readonly standings = signal<ReadonlyMap<string, WidgetStanding>>(new Map());
  readonly #comms = new Map<string, WidgetComm>();
  readonly #cells = new Map<string, string>();

  /** Loads all new widgets from the server. */
  async load(): Promise<void> {
    const answer = await line().ask({ ask: 'widgets' });
    if (answer.to !== 'widgets') return;
    const live = new Set(answer.models.map(({ id }) => id));
    for (const [id, standing] of this.standings.peek()) {
      if (standing === 'live' && !live.has(id)) this.#lose(id);
    }
    for (const model of answer.models) if (!this.#comms.has(model.id)) this.#open(model);
    for (const model of answer.saved) if (!this.has_model(model.id)) this.#make(model, null);
  }

  take(events: readonly WidgetEvent[]): void {
    for (const event of events) this.#take(event);
  }

  /** Loads everything again, because the line is back. */
  again(): void {
    for (const id of this.#comms.keys()) this.#lose(id);
    void this.load();
  }

  override async create_view<View extends base.DOMWidgetView = base.DOMWidgetView>(
    ...[model, options]: Parameters<ManagerBase['create_view']>
  ): Promise<View> {
    const view = (await super.create_view(model, options)) as View;
    nameControls(view);
    return view;
  }

  override callbacks(view?: base.WidgetView): ReturnType<ManagerBase['callbacks']> {
    const cell = cellAround(view?.el);
    if (view !== undefined && cell !== null) this.#cells.set(view.model.model_id, cell);
    return {};
  }

  protected override async loadClass(className: string, moduleName: string): Promise<never> {
    const found = classOf(className, moduleName);
    if (found === undefined) throw new Error(`${moduleName} has no ${className}`);
    return found as never;
  }

  protected override loadModelClass(...[name, module]: ClassName): Promise<typeof base.WidgetModel> {
    return classOf(name, module) !== undefined ? this.loadClass(name, module) : Promise.resolve(ForeignModel);
  }

  protected override loadViewClass(...[name, module]: ClassName): Promise<typeof base.WidgetView> {
    return classOf(name, module) !== undefined ? this.loadClass(name, module) : Promise.resolve(ForeignView);
  }

  protected override _create_comm(): Promise<never> {
    return Promise.reject(new Error('only the kernel makes widgets'));
  }

  protected override _get_comm_info(): Promise<object> {
    return Promise.resolve({});
  }

  #take(event: WidgetEvent): void {
    switch (event.type) {
      case 'open':
        if (!this.#comms.has(event.model.id)) this.#open(event.model);
        return;
      case 'update':
      case 'custom':
        this.#comms.get(event.id)?.receive(event);
        return;
      case 'close':
        this.#comms.get(event.id)?.closed();
        this.#comms.delete(event.id);
        this.#cells.delete(event.id);
        this.#stands(event.id, 'lost');
        return;
      case 'gone':
        for (const id of this.#comms.keys()) this.#lose(id);
    }
  }

  #open(model: WidgetModel): void {
    const comm = new WidgetComm(model.id, () => this.#cells.get(model.id) ?? '');
    this.#comms.set(model.id, comm);
    this.#make(model, comm);
  }

  #make({ id, state: told, buffers }: WidgetModel, comm: WidgetComm | null): void {
    const state = structuredClone(told) as Record<string, never>;
    const paths = buffers.map(({ path }) => [...path]);
    base.put_buffers(
      state,
      paths,
      buffers.map(({ base64 }) => fromBase64(base64)),
    );
    const names = {
      model_name: String(state._model_name),
      model_module: String(state._model_module),
      model_module_version: String(state._model_module_version),
    };
    // not awaited: widgets name each other, and wait for each other
    void this.new_model({ ...names, model_id: id, ...(comm === null ? {} : { comm }) }, state);
    this.#stands(id, comm === null ? 'saved' : 'live');
  }

  /** Marks a widget without a kernel, which stays visible. */
  #lose(id: string): void {
    this.#comms.delete(id);
    this.#stands(id, 'lost');
    if (!this.has_model(id)) return;
    void this.get_model(id).then((model) => {
      model.comm_live = false;
      this.register_model(id, Promise.resolve(model));
    });
  }

  #stands(id: string, standing: WidgetStanding): void {
    this.standings.value = new Map(this.standings.peek()).set(id, standing);
  }
}

const widgets = new PageWidgets();
listenToWidgets(widgets);
const loaded = widgets.load();

/** The standing of a widget; it reads a signal. */
export function standingOf(id: string): WidgetStanding {
  return widgets.standings.value.get(id) ?? 'unknown';
}

/** The note on a widget that only its own package can show; null: it belongs to ipywidgets, or is unknown. */
export async function noteOfForeign(id: string): Promise<string | null> {
  await loaded;
  if (!widgets.has_model(id)) await widgets.load();
  if (!widgets.has_model(id)) return null;
  const model = await widgets.get_model(id);
  return model instanceof ForeignModel ? foreignNote(packageOf(model)) : null;
}

/** Shows a widget in an element; returns a function to remove it. Null if the widget is unknown. */
export async function showWidget(id: string, host: HTMLElement): Promise<(() => void) | null> {
  await loaded;
  // it may be new
  if (!widgets.has_model(id)) await widgets.load();
  if (!widgets.has_model(id)) return null;
  const view = (await widgets.create_view(await widgets.get_model(id))) as base.DOMWidgetView;
  const { luminoWidget } = view;
  if (!host.isConnected) {
    dispose(luminoWidget);
    return () => {};
  }
  Widget.attach(luminoWidget, host);
  const resized = new ResizeObserver(() => {
    MessageLoop.postMessage(luminoWidget, Widget.ResizeMessage.UnknownSize);
  });
  resized.observe(host);
  return () => {
    resized.disconnect();
    dispose(luminoWidget);
  };
}

/** Removes a view whose place may be gone already, which Lumino would refuse. */
function dispose(view: Widget): void {
  if (view.isDisposed) return;
  if (view.isAttached && !view.node.isConnected) {
    MessageLoop.sendMessage(view, Widget.Msg.BeforeDetach);
    MessageLoop.sendMessage(view, Widget.Msg.AfterDetach);
  }
  view.dispose();
}
