/**
 * Widgets of other packages than ipywidgets, as the page shows them: each in a frame without an origin, where
 * the package's own code draws it. The page runs none of this code.
 */

import { DOMWidgetModel, DOMWidgetView, type WidgetModel } from '@jupyter-widgets/base';
import { signal } from '@preact/signals';
import { line } from '../page/notebook-state.ts';
import { cellAround } from './cell-around.ts';
import { openWidgetFrame } from './widget-frame.ts';

/** Why a widget cannot be drawn, and its own picture, if its state has one (as in ipympl). */
export interface WidgetProblem {
  readonly sentence: string;
  readonly picture: string | null;
}

/** By widget. */
export const problems = signal<ReadonlyMap<string, WidgetProblem>>(new Map());

/** Stores the state, to which other widgets may refer. */
export class ForeignModel extends DOMWidgetModel {
  override set_state(state: Parameters<DOMWidgetModel['set_state']>[0]): void {
    // the frame counts its views
    super.set_state({ ...state, _view_count: null });
  }
}

/** The frame of the widget; in its place, if the widget cannot be drawn, the reason. */
export class ForeignView extends DOMWidgetView {
  #close = (): void => {};
  #isGone = false;

  override render(): void {
    super.render();
    this.el.classList.add('foreign-widget');
    // the cell is known after the widget is displayed
    void this.displayed.then(() => this.#begin());
  }

  /** The frame draws the style. */
  override setStyle(): void {}

  override remove(): this {
    this.#isGone = true;
    this.#close();
    return super.remove();
  }

  async #begin(): Promise<void> {
    const { model } = this;
    const code = await line().ask({ ask: 'widget-code', module: packageOf(model) });
    if (this.#isGone) return;
    if (code.to !== 'widget-code') {
      this.#fail(code.to === 'failed' ? code.message : '');
      return;
    }
    this.#close = openWidgetFrame(this.el, {
      id: model.model_id,
      cell: cellAround(this.el) ?? '',
      title: `Widget of ${packageOf(model)}`,
      // its actions would have no kernel
      mayAct: () => model.comm_live,
      failed: (sentence) => this.#fail(sentence),
    });
  }

  #fail(sentence: string): void {
    this.#close();
    const { model } = this;
    const address: unknown = model.get('_data_url');
    const picture = typeof address === 'string' && address.startsWith('data:image/') ? address : null;
    problems.value = new Map(problems.peek()).set(model.model_id, { sentence, picture });
    const note = document.createElement('p');
    note.className = 'widget-note';
    note.textContent = sentence;
    this.el.replaceChildren(...(picture === null ? [] : [pictureOf(picture)]), note);
  }
}

function pictureOf(address: string): HTMLElement {
  const picture = document.createElement('img');
  picture.className = 'image';
  picture.src = address;
  picture.alt = 'Picture of the widget';
  return picture;
}

/** The package of a widget. */
function packageOf(model: WidgetModel): string {
  return String(model.get('_view_module') ?? model.get('_model_module'));
}
