/** A widget, live or as saved. Its code is loaded for the first shown widget, and runs only in trusted notebooks. */

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadStyle } from '../page/style-sheet.ts';
import { useTrusted } from '../page/trust.ts';
import { StreamOutput } from './stream-output.tsx';
import { TrustNote } from './trust-note.tsx';

type Widgets = typeof import('../widgets/page-widgets.ts');

/** The code of widgets, after it has loaded. */
const widgets = signal<Widgets | null>(null);
let loading: Promise<Widgets> | null = null;

interface WidgetProps {
  readonly id: string;
  /** The widget's text, for an unknown widget. */
  readonly plain: string;
  /** A picture or HTML of the widget, if it cannot be shown itself; null: there is none. */
  readonly instead: ComponentChildren | null;
}

/** The widget with an id. */
export function WidgetOutput({ cell, ...widget }: WidgetProps & { readonly cell: string }) {
  if (!useTrusted(cell)) {
    return (
      <>
        {widget.instead ?? <StreamOutput text={widget.plain} name="result" />}
        <TrustNote />
      </>
    );
  }
  return <LiveWidget {...widget} />;
}

function LiveWidget({ id, plain, instead }: WidgetProps) {
  const host = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const standing = widgets.value?.standingOf(id) ?? null;
  const problem = widgets.value?.problemOf(id) ?? null;
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
    // a kernel left running reports its widgets late
    if (found || standing !== 'live') return;
    setFound(true);
    setAttempt(attempt + 1);
  }, [found, standing, attempt]);
  if (problem !== null && (instead !== null || problem.picture === null)) {
    return (
      <>
        {instead ?? <StreamOutput text={plain} name="result" />}
        <p class="widget-note">{problem.sentence}</p>
      </>
    );
  }
  return (
    <>
      <div
        class={`widget-host ${standing ?? ''}`}
        ref={host}
        inert={standing === 'lost' || standing === 'saved'}
      />
      {!found && (instead ?? <StreamOutput text={plain} name="result" />)}
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
  void loadStyle('widgets');
  widgets.value = await import('../widgets/page-widgets.ts');
  return widgets.value;
}
