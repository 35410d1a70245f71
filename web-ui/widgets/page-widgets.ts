/**
 * The widgets of this page, and how they stand. Those of ipywidgets are drawn in the page, those of other
 * packages in frames. It is loaded for the first shown widget.
 */

import type * as base from '@jupyter-widgets/base';
import type { ManagerBase } from '@jupyter-widgets/base-manager';
import { signal } from '@preact/signals';
import type { WidgetEvent, WidgetModel } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';
import { listenToWidgets } from '../page/widget-line.ts';
import { cellAround } from './cell-around.ts';
import { ForeignModel, ForeignView, problems, type WidgetProblem } from './foreign-widget.ts';
import { OutputModel } from './output-model.ts';
import { OutputView } from './output-widget.tsx';
import type { WidgetComm } from './widget-comm.ts';
import { attachView, type ClassName, classIn, IPYWIDGETS, WidgetManager } from './widget-manager.ts';

/** The standing of a widget: `saved` ones can only be looked at; `lost` ones have lost their kernel. */
export type WidgetStanding = 'live' | 'saved' | 'lost' | 'unknown';

const MODULES = { ...IPYWIDGETS, '@jupyter-widgets/output': { OutputModel, OutputView } };

class PageWidgets extends WidgetManager {
  readonly standings = signal<ReadonlyMap<string, WidgetStanding>>(new Map());
  readonly #cells = new Map<string, string>();

  constructor() {
    super((question) => line().ask(question));
  }

  /** Loads all new widgets from the server. */
  async load(): Promise<void> {
    const answer = await this.ask({ ask: 'widgets', of: null });
    if (answer.to !== 'widgets') return;
    const live = new Set(answer.models.map(({ id }) => id));
    for (const [id, standing] of this.standings.peek()) {
      if (standing === 'live' && !live.has(id)) this.lose(id);
    }
    this.add(answer);
  }

  override take(event: WidgetEvent): void {
    super.take(event);
    if (event.type !== 'close') return;
    this.#cells.delete(event.id);
    this.#stands(event.id, 'lost');
  }

  /** Loads everything again, because the line is back. */
  again(): void {
    for (const id of this.live) this.lose(id);
    void this.load();
  }

  override callbacks(view?: base.WidgetView): ReturnType<ManagerBase['callbacks']> {
    const cell = cellAround(view?.el);
    if (view !== undefined && cell !== null) this.#cells.set(view.model.model_id, cell);
    return {};
  }

  protected override cellOf(id: string): string {
    return this.#cells.get(id) ?? '';
  }

  protected override findClass(className: string, moduleName: string): Promise<unknown> {
    return Promise.resolve(classIn(MODULES, className, moduleName));
  }

  protected override loadModelClass(...[name, module]: ClassName): Promise<typeof base.WidgetModel> {
    const found = classIn(MODULES, name, module) ?? ForeignModel;
    return Promise.resolve(found as typeof base.WidgetModel);
  }

  protected override loadViewClass(...[name, module]: ClassName): Promise<typeof base.WidgetView> {
    const found = classIn(MODULES, name, module) ?? ForeignView;
    return Promise.resolve(found as typeof base.WidgetView);
  }

  protected override make(model: WidgetModel, comm: WidgetComm | null): void {
    const isForeign =
      classIn(MODULES, String(model.state._model_name), String(model.state._model_module)) === undefined;
    super.make(isForeign ? { ...model, state: { ...model.state, _view_count: null } } : model, comm);
    this.#stands(model.id, comm === null ? 'saved' : 'live');
  }

  protected override lose(id: string): void {
    super.lose(id);
    this.#stands(id, 'lost');
  }

  #stands(id: string, standing: WidgetStanding): void {
    this.standings.value = new Map(this.standings.peek()).set(id, standing);
  }
}

const widgets = new PageWidgets();
listenToWidgets({
  take: (events) => {
    for (const event of events) widgets.take(event);
  },
  again: () => widgets.again(),
});
const loaded = widgets.load();

/** The standing of a widget; it reads a signal. */
export function standingOf(id: string): WidgetStanding {
  return widgets.standings.value.get(id) ?? 'unknown';
}

/** Why a widget cannot be drawn; null: it can, as far as known. It reads a signal. */
export function problemOf(id: string): WidgetProblem | null {
  return problems.value.get(id) ?? null;
}

/** Shows a widget in an element; returns a function to remove it. Null if the widget is unknown. */
export async function showWidget(id: string, host: HTMLElement): Promise<(() => void) | null> {
  await loaded;
  // it may be new
  if (!widgets.has_model(id)) await widgets.load();
  if (!widgets.has_model(id)) return null;
  const view = await widgets.create_view(await widgets.get_model(id));
  return attachView(view as base.DOMWidgetView, host);
}
