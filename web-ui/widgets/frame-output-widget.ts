/**
 * The `Output` widget inside a widget of another package: shows texts, pictures, HTML and widgets among its
 * captured outputs. The page's own one shows all kinds.
 */

import { DOMWidgetView, type WidgetModel } from '@jupyter-widgets/base';
import type { Output } from '../../runtime/index.ts';
import { ansiText } from '../outputs/ansi-text.ts';
import { drawContent } from '../outputs/draw-content.ts';

const WIDGET_VIEW = 'application/vnd.jupyter.widget-view+json';
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A view of the widget. */
export class FrameOutputView extends DOMWidgetView {
  override render(): void {
    super.render();
    this.el.classList.add('widget-output');
    this.listenTo(this.model, 'change:outputs', () => this.#show());
    void this.displayed.then(() => this.#show());
  }

  #show(): void {
    const outputs = this.model.get('outputs') as readonly Output[];
    this.el.replaceChildren(...outputs.map((output) => this.#elementOf(output)));
  }

  #elementOf(output: Output): HTMLElement {
    if (output.output_type === 'stream') return textOf(output.text);
    if (output.output_type === 'error') return textOf(output.traceback.join('\n'));
    const { data } = output;
    const text = (type: string): string | null =>
      typeof data[type] === 'string' ? (data[type] as string) : null;
    const element = document.createElement('div');
    const widget = data[WIDGET_VIEW] as { readonly model_id?: unknown } | undefined;
    if (typeof widget?.model_id === 'string') {
      void this.#add(widget.model_id, element);
      return element;
    }
    const html = text('text/html') ?? text('image/svg+xml');
    const image = IMAGES.find((type) => text(type) !== null);
    if (html !== null) void drawContent({ type: 'html', html }, element);
    else if (image !== undefined) {
      const picture = document.createElement('img');
      picture.src = `data:${image};base64,${text(image)!.replace(/\s/g, '')}`;
      picture.alt = text('text/plain') ?? 'figure';
      element.append(picture);
    } else return textOf(text('text/plain') ?? `(${Object.keys(data).join(', ')})`);
    return element;
  }

  async #add(id: string, element: HTMLElement): Promise<void> {
    const model: WidgetModel = await this.model.widget_manager.get_model(id);
    const view = (await this.create_child_view(model as DOMWidgetView['model'])) as DOMWidgetView;
    element.append(view.el);
    view.trigger('displayed');
  }
}

function textOf(text: string): HTMLElement {
  const element = document.createElement('pre');
  element.append(ansiText(text));
  return element;
}
