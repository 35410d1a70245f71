/** The global names of the notebook: their values, last writers, and readers. */

import { useEffect, useState } from 'preact/hooks';
import type { Answer, Variable } from '../../runtime/index.ts';
import { capital } from '../../slicer/browser.ts';
import { line, notebook } from '../page/notebook-state.ts';
import { chosenVariable, shownSlice } from '../page/shown-slice.ts';
import { showTable } from '../tables/kernel-table.ts';
import { CellLink, SliceDetails } from './slice-panel.tsx';

type Variables = Extract<Answer, { readonly to: 'variables' | 'failed' }>;

/** The panel; asks again when the kernel becomes idle. */
export function VariablesPanel() {
  const [answer, setAnswer] = useState<Variables | null>(null);
  const open = chosenVariable.value;
  const [sought, setSought] = useState('');
  const state = notebook.value?.kernel.state;
  useEffect(() => {
    if (state === 'busy') return;
    let current = true;
    void line()
      .ask({ ask: 'variables' })
      .then((got) => {
        if (current && (got.to === 'variables' || got.to === 'failed')) setAnswer(got);
      });
    return () => {
      current = false;
    };
  }, [state]);
  if (answer === null) return <p class="panel-note">Asking …</p>;
  if (answer.to === 'failed') return <p class="panel-note">{answer.message}</p>;
  if (answer.variables.length === 0) return <p class="panel-note">Names appear here when cells have run.</p>;
  const shown = answer.variables.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()));
  return (
    <div class="variables">
      <input
        type="search"
        placeholder="Filter"
        aria-label="Filter variables"
        value={sought}
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      <Rows variables={shown.filter(({ kind }) => kind === 'data')} />
      {FOLDED.map(({ kind, title }) => {
        const found = shown.filter((variable) => variable.kind === kind);
        if (found.length === 0) return null;
        return (
          <details key={kind} open={sought !== '' || found.some(({ name }) => name === open)}>
            <summary>
              {title} <span class="many">{found.length}</span>
            </summary>
            <Rows variables={found} />
          </details>
        );
      })}
    </div>
  );
}

/** Rarely needed names, below the data. */
const FOLDED: readonly { readonly kind: Variable['kind']; readonly title: string }[] = [
  { kind: 'function', title: 'Functions and classes' },
  { kind: 'widget', title: 'Widgets' },
  { kind: 'import', title: 'Imports' },
  { kind: 'loop', title: 'Variables of loops' },
];

function Rows({ variables }: { variables: readonly Variable[] }) {
  const open = chosenVariable.value;
  return (
    <ul>
      {variables.map((variable) => (
        <Row
          key={variable.name}
          variable={variable}
          open={open === variable.name}
          toggle={() => {
            chosenVariable.value = open === variable.name ? null : variable.name;
          }}
        />
      ))}
    </ul>
  );
}

function Row({ variable, open, toggle }: { variable: Variable; open: boolean; toggle: () => void }) {
  const { name, type, preview, size, writer, readers, stale, isTable } = variable;
  return (
    <li class={stale ? 'stale' : ''}>
      <button type="button" class="variable" aria-expanded={open} onClick={toggle}>
        <span class="name">{name}</span>
        <span class="type">
          {type}
          {size !== null && ` ${size}`}
        </span>
        {stale && <span class="tag">out of date</span>}
        <span class="preview">{preview}</span>
      </button>
      {open && (
        <div class="variable-cells">
          {isTable && (
            <button type="button" onClick={() => showTable(name)}>
              Open as a table
            </button>
          )}
          {writer !== null && (
            <p>
              written by <CellLink id={writer} />
            </p>
          )}
          {readers.length > 0 && <p>read by</p>}
          {readers.map((id) => (
            <CellLink key={id} id={id} />
          ))}
          <VariableSlice name={name} />
        </div>
      )}
    </li>
  );
}

/** The cells that made and used the value; they light up. */
function VariableSlice({ name }: { name: string }) {
  const slice = shownSlice.value;
  if (slice?.of.type !== 'symbol' || slice.of.symbol !== name) return null;
  if ('failure' in slice) return <p class="panel-note">{capital(slice.failure)}</p>;
  return (
    <div class="slice">
      <SliceDetails slice={slice} />
    </div>
  );
}
