/**
 * Widgets that show HTML, cleaned of everything that runs, as in outputs: for any author, and any model that
 * names the view.
 */

import { HTMLMathView, HTMLView, StringView } from '@jupyter-widgets/controls';
import { sanitize } from '../outputs/sanitize.ts';

/** `HTMLView` of ipywidgets. */
export class CleanHtmlView extends HTMLView {
  override update(): void {
    this.content.innerHTML = cleanValue(this);
    StringView.prototype.update.call(this);
  }
}

/** `HTMLMathView` of ipywidgets. */
export class CleanHtmlMathView extends HTMLMathView {
  override update(): void {
    this.content.innerHTML = cleanValue(this);
    this.typeset(this.content);
    StringView.prototype.update.call(this);
  }
}

function cleanValue({ model }: StringView): string {
  return sanitize(String(model.get('value') ?? ''), { styles: false });
}
