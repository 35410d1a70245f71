/** Widgets of other packages than ipywidgets: their code is not here, and is not fetched from the network. */

import { DOMWidgetModel, DOMWidgetView, type WidgetModel } from '@jupyter-widgets/base';

/** Stores the state, to which other widgets may refer. */
export class ForeignModel extends DOMWidgetModel {}

/** Shows the widget's own picture, if there is one (as in ipympl), and the possible actions. */
export class ForeignView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('foreign-widget');
    const address: unknown = this.model.get('_data_url');
    const note = document.createElement('p');
    note.className = 'widget-note';
    note.textContent = foreignNote(packageOf(this.model));
    if (typeof address === 'string' && address.startsWith('data:image/')) {
      const picture = document.createElement('img');
      picture.className = 'image';
      picture.src = address;
      picture.alt = 'Picture of the widget';
      this.el.append(picture);
    }
    this.el.append(note);
  }
}

/** The package of a widget. */
export function packageOf(model: WidgetModel): string {
  return String(model.get('_view_module') ?? model.get('_model_module'));
}

/** The possible actions for a person. */
export function foreignNote(name: string): string {
  return `Widgets of ${name} do not work here: open the notebook in JupyterLab to use this one.`;
}
