/** Widgets that show HTML, without anything in it that runs: as outputs do, whoever has written it. */

import { HTMLMathModel, HTMLModel } from '@jupyter-widgets/controls';
import { sanitize } from '../outputs/sanitize.ts';

/** `HTML` of ipywidgets. */
export class CleanHtmlModel extends HTMLModel {
  override get(trait: string): unknown {
    return clean(trait, super.get(trait));
  }
}

/** `HTMLMath` of ipywidgets. */
export class CleanHtmlMathModel extends HTMLMathModel {
  override get(trait: string): unknown {
    return clean(trait, super.get(trait));
  }
}

function clean(trait: string, value: unknown): unknown {
  return trait === 'value' && typeof value === 'string' ? sanitize(value, false) : value;
}
