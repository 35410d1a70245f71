/** A widget, live or as it was saved. Its code is loaded when the first one is shown, and runs only in trusted notebooks. */

import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadStyle } from '../page/style-sheet.ts';
import { useTrusted } from '../page/trust.ts';
import { TrustNote } from './trust-note.tsx';

type Widgets = typeof import('../widgets/page-widgets.ts');

/** The code of widgets, when it is there. */
const widgets = signal<Widgets | null>(null);
let loading: Promise<Widgets> | null = null;

/** The widget of an id; `plain` is its text, for when it cannot be shown. */
export function WidgetOutput({ id, plain, cell }: { id: string; plain: string; cell: string }) {
  if (!useTrusted(cell)) {
    return (
      <>
        <pre class="stream result">{plain}</pre>
        <TrustNote />
      </>
    );
  }
  return <LiveWidget id={id} plain={plain} />;
}

function LiveWidget({ id, plain }: { id: string; plain: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const standing = widgets.value?.standingOf(id) ?? null;
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let gone = false;
    let remove: (() => void) | null = null;
    void loadWidgets()
      .then(({ showWidget }) => showWidget(id, element))
      .then((shown) => {
        setFound(shown !== null);
        if (gone) shown?.();
        else remove = shown;
      });
    return () => {
      gone = true;
      remove?.();
    };
  }, [id, attempt]);
  useEffect(() => {
    // a kernel that was left running tells its widgets late
    if (found || standing !== 'live') return;
    setFound(true);
    setAttempt(attempt + 1);
  }, [found, standing, attempt]);
  return (
    <>
      <div
        class={`widget-host ${standing ?? ''}`}
        ref={host}
        inert={standing === 'lost' || standing === 'saved'}
      />
      {!found && <pre class="stream result">{plain}</pre>}
      {(!found || standing === 'lost') && (
        <p class="widget-note">This widget has no kernel. Run the cell to make it anew.</p>
      )}
      {standing === 'saved' && (
        <p class="widget-note">This widget is shown as it was saved. Run the cell to use it.</p>
      )}
    </>
  );
}

function loadWidgets(): Promise<Widgets> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Widgets> {
  loadStyle('widgets');
  widgets.value = await import('../widgets/page-widgets.ts');
  return widgets.value;
}
