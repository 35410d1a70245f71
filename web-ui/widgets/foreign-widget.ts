/** Widgets of other packages than ipywidgets: their code is not here, and is not fetched from the network. */

import { DOMWidgetModel, DOMWidgetView } from '@jupyter-widgets/base';

/** Keeps the state, which others may refer to. */
export class ForeignModel extends DOMWidgetModel {}

/** Says what cannot be shown. */
export class ForeignView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('foreign-widget');
    const name = String(this.model.get('_view_module') ?? this.model.get('_model_module'));
    this.el.textContent = `A widget of ${name}, which cannot be shown here: only those of ipywidgets can.`;
  }
}
