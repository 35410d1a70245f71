/** The view of an `Output` widget: shows captured outputs like a cell's outputs. */

import { DOMWidgetView } from '@jupyter-widgets/base';
import { render } from 'preact';
import type { Output } from '../../runtime/index.ts';
import { InnerOutput } from '../outputs/inner-output.tsx';
import { cellAround } from './cell-around.ts';

/** A view of the widget. */
export class OutputView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('widget-output');
    this.listenTo(this.model, 'change:outputs', () => this.#show());
    // its cell is known after it is displayed
    void this.displayed.then(() => this.#show());
  }

  override remove(): this {
    render(null, this.el);
    return super.remove();
  }

  #show(): void {
    const outputs = this.model.get('outputs') as readonly Output[];
    const cell = cellAround(this.el) ?? '';
    render(
      outputs.map((output, index) => (
        <div class="output" key={index}>
          <InnerOutput output={output} cell={cell} />
        </div>
      )),
      this.el,
    );
  }
}
