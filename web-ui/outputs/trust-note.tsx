/** Notes in place of held-back content, with a button to trust the notebook: one for all outputs of a cell. */

import { type Signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import { trust } from '../page/trust.ts';

/** The kinds of held-back content: the sentence for one output, and for several. */
const SENTENCES = {
  scripts: [
    'This output has scripts that did not run here.',
    'These outputs have scripts that did not run here.',
  ],
  elsewhere: [
    'Something here is on another server, and was not loaded.',
    'Some things here are on another server, and were not loaded.',
  ],
  extension: [
    'An extension draws this output in a notebook that you trust.',
    'Extensions draw these outputs in a notebook that you trust.',
  ],
} as const;

type Held = keyof typeof SENTENCES;

/** The held-back content of the outputs around, for one note; null: each output has its own note. */
const Around = createContext<Signal<readonly Held[]> | null>(null);

/** Outputs that have one note together. */
export function WithOneNote({ children }: { children: ComponentChildren }) {
  const held = useSignal<readonly Held[]>([]);
  return (
    <Around.Provider value={held}>
      {children}
      <JointNote held={held} />
    </Around.Provider>
  );
}

function JointNote({ held }: { held: Signal<readonly Held[]> }) {
  const kinds = (Object.keys(SENTENCES) as Held[]).filter((kind) => held.value.includes(kind));
  if (kinds.length === 0) return null;
  const sentences = kinds.map((kind) => {
    const [one, several] = SENTENCES[kind];
    return held.value.filter((each) => each === kind).length === 1 ? one : several;
  });
  return <Note what={sentences.join(' ')} />;
}

/** Scripts did not run. */
export function TrustNote() {
  return <HeldNote kind="scripts" />;
}

/** An extension did not draw. */
export function ExtensionNote() {
  return <HeldNote kind="extension" />;
}

/** Images and the like were not loaded. `allow`: loads them, where no notebook has to be trusted. */
export function ElsewhereNote({ allow }: { allow?: (() => void) | undefined }) {
  return <HeldNote kind="elsewhere" allow={allow} />;
}

function HeldNote({ kind, allow }: { kind: Held; allow?: (() => void) | undefined }) {
  const around = useContext(Around);
  useLayoutEffect(() => {
    if (around === null) return;
    around.value = [...around.peek(), kind];
    return () => {
      const at = around.peek().indexOf(kind);
      around.value = around.peek().filter((_, index) => index !== at);
    };
  }, [around, kind]);
  return around === null ? <Note what={SENTENCES[kind][0]} allow={allow} /> : null;
}

function Note({ what, allow }: { what: string; allow?: (() => void) | undefined }) {
  return (
    <p class="trust-note">
      {what}{' '}
      <button type="button" class="link" onClick={allow ?? trust}>
        {allow === undefined ? 'Trust this notebook' : 'Load it'}
      </button>
    </p>
  );
}
