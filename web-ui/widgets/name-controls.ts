/** Adds names for screen readers to controls that ipywidgets leaves without one: handles of sliders, and colours. */

import type { WidgetView } from '@jupyter-widgets/base';

/** Names the controls of a view, now and after each change. */
export function nameControls(view: WidgetView): void {
  const look = () => {
    const name = nameOf(view);
    const handles = [...(view.el as HTMLElement).querySelectorAll(':scope .noUi-handle')];
    for (const [at, handle] of handles.entries()) {
      const end = handles.length < 2 ? '' : at === 0 ? ', from' : ', to';
      handle.setAttribute('aria-label', name + end);
    }
    for (const input of (view.el as HTMLElement).querySelectorAll('input[type="color"]')) {
      input.setAttribute('aria-label', name);
    }
  };
  if (!/Slider|Color/.test(String(view.model.get('_view_name')))) return;
  look();
  // a slider with other limits is drawn anew
  view.listenTo(view.model, 'change', () => queueMicrotask(look));
}

function nameOf({ model }: WidgetView): string {
  const given = model.get('description') || model.get('tooltip');
  return typeof given === 'string' && given !== ''
    ? given
    : String(model.get('_view_name')).replace(/View$/, '');
}
