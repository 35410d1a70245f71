/**
 * Makes widgets from the server's states and events, with the code of ipywidgets itself. Its users, the page
 * and the frames of other packages, find the classes of widgets and show the views.
 */

import * as base from '@jupyter-widgets/base';
import { ManagerBase } from '@jupyter-widgets/base-manager';
import * as controls from '@jupyter-widgets/controls';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { Answer, WidgetEvent, WidgetModel } from '../../runtime/index.ts';
import type { Ask } from './ask.ts';
import { fromBase64 } from './base64.ts';
import { CleanHtmlMathView, CleanHtmlView } from './clean-views.ts';
import { latexTypesetter } from './latex.ts';
import { nameControls } from './name-controls.ts';
import { WidgetComm } from './widget-comm.ts';

/** The classes of a package, by name. */
export type Classes = Readonly<Record<string, unknown>>;

/** The modules of ipywidgets, but for the one that shows outputs. */
export const IPYWIDGETS: Readonly<Record<string, Classes>> = {
  '@jupyter-widgets/base': { ...base },
  '@jupyter-widgets/controls': {
    ...controls,
    HTMLView: CleanHtmlView,
    HTMLMathView: CleanHtmlMathView,
  },
};

export type ClassName = readonly [name: string, module: string, version: string];

/** Widgets by id. */
export abstract class WidgetManager extends ManagerBase {
  /** The object in which views of ipywidgets look for a typesetter. */
  readonly _rendermime = { latexTypesetter };
  protected readonly ask: Ask;
  readonly #comms = new Map<string, WidgetComm>();

  constructor(ask: Ask) {
    super();
    this.ask = ask;
  }

  /** The ids of widgets that have a kernel. */
  protected get live(): IterableIterator<string> {
    return this.#comms.keys();
  }

  /** The cell that shows a widget. */
  protected abstract cellOf(id: string): string;

  /** Makes all new widgets of an answer. */
  protected add(answer: Extract<Answer, { to: 'widgets' }>): void {
    for (const model of answer.models) if (!this.#comms.has(model.id)) this.open(model);
    for (const model of answer.saved) if (!this.has_model(model.id)) this.make(model, null);
  }

  /** Takes an event of the server. */
  take(event: WidgetEvent): void {
    switch (event.type) {
      case 'open':
        if (!this.#comms.has(event.model.id)) this.open(event.model);
        return;
      case 'update':
      case 'custom':
        this.#comms.get(event.id)?.receive(event);
        return;
      case 'close':
        this.#comms.get(event.id)?.closed();
        this.#comms.delete(event.id);
        return;
      case 'gone':
        for (const id of this.live) this.lose(id);
    }
  }

  override async create_view<View extends base.DOMWidgetView = base.DOMWidgetView>(
    ...[model, options]: Parameters<ManagerBase['create_view']>
  ): Promise<View> {
    const view = (await super.create_view(model, options)) as View;
    nameControls(view);
    return view;
  }

  protected override async loadClass(...[className, moduleName]: ClassName): Promise<never> {
    const found = await this.findClass(className, moduleName);
    if (found === undefined) throw new Error(`${moduleName} has no ${className}`);
    return found as never;
  }

  /** The class with a name from a notebook. */
  protected abstract findClass(className: string, moduleName: string): Promise<unknown>;

  protected override _create_comm(): Promise<never> {
    return Promise.reject(new Error('only the kernel makes widgets'));
  }

  protected override _get_comm_info(): Promise<object> {
    return Promise.resolve({});
  }

  /** Makes a widget of the kernel. */
  protected open(model: WidgetModel): void {
    const comm = new WidgetComm(model.id, this.ask, () => this.cellOf(model.id));
    this.#comms.set(model.id, comm);
    this.make(model, comm);
  }

  /** Makes a widget; one without `comm` was saved. */
  protected make({ id, state: told, buffers }: WidgetModel, comm: WidgetComm | null): void {
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
  }

  /** Cuts a widget, which stays visible, off from its kernel. */
  protected lose(id: string): void {
    this.#comms.delete(id);
    if (!this.has_model(id)) return;
    void this.get_model(id).then((model) => {
      model.comm_live = false;
      this.register_model(id, Promise.resolve(model));
    });
  }
}

/** A class of a module of ipywidgets; undefined: there is none. */
export function classIn(
  modules: Readonly<Record<string, Classes>>,
  className: string,
  moduleName: string,
): unknown {
  const classes = Object.hasOwn(modules, moduleName) ? modules[moduleName]! : {};
  return Object.hasOwn(classes, className) ? classes[className] : undefined;
}

/** Shows a view in an element; returns a function to remove it. */
export function attachView({ luminoWidget }: base.DOMWidgetView, host: HTMLElement): () => void {
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
