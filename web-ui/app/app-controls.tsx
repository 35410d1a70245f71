/** The controls for the parameters of an app. The server checks each value. */

import { useState } from 'preact/hooks';
import type { AppControl } from '../../runtime/index.ts';
import { appControls, line } from '../page/notebook-state.ts';

/** All controls; nothing if the notebook has no parameters. */
export function AppControls() {
  const controls = appControls.value;
  if (controls.length === 0) return null;
  return (
    <form class="app-controls" aria-label="Parameters" onSubmit={(event) => event.preventDefault()}>
      {controls.map((control) => (
        // a value set elsewhere replaces the typed one
        <Control key={`${control.name} ${JSON.stringify(control.value)}`} control={control} />
      ))}
    </form>
  );
}

function Control({ control }: { control: AppControl }) {
  const { name, kind, value, help } = control;
  const [problem, setProblem] = useState<string | null>(null);
  const id = `parameter-${name}`;
  const set = (input: HTMLInputElement) => {
    const read = readValue(kind, input);
    setProblem(read === undefined ? WANTED[kind] : null);
    if (read === undefined || JSON.stringify(read) === JSON.stringify(value)) return;
    line().send({ op: 'parameter', name, value: read });
  };
  const common = { id, autocomplete: 'off', 'aria-describedby': `${id}-help` } as const;
  const change = (event: { readonly currentTarget: HTMLInputElement }) => set(event.currentTarget);
  return (
    <div class={`app-control ${kind === 'truth' ? 'app-switch' : ''}`}>
      <label for={id}>{name}</label>
      {kind === 'truth' ? (
        <input
          {...common}
          type="checkbox"
          role="switch"
          aria-checked={value === true}
          checked={value === true}
          onChange={change}
        />
      ) : kind === 'whole' || kind === 'float' ? (
        <input
          {...common}
          type="number"
          step={kind === 'whole' ? 1 : 'any'}
          value={JSON.stringify(value)}
          aria-invalid={problem !== null}
          onChange={change}
        />
      ) : (
        <input
          {...common}
          type="text"
          value={kind === 'text' ? String(value) : JSON.stringify(value)}
          aria-invalid={problem !== null}
          onChange={change}
        />
      )}
      <small id={`${id}-help`} class={problem === null ? '' : 'problem-text'}>
        {problem ?? help}
      </small>
    </div>
  );
}

const WANTED: { readonly [kind in AppControl['kind']]: string } = {
  text: 'A text',
  whole: 'A whole number',
  float: 'A number',
  truth: 'On or off',
  list: 'A list such as [1, 2.5, "text"]',
  any: 'A number, "text", true, false, null or a list',
};

/** The value in a field; undefined: it has another form. */
function readValue(kind: AppControl['kind'], input: HTMLInputElement): AppControl['value'] | undefined {
  if (kind === 'text') return input.value;
  if (kind === 'truth') return input.checked;
  try {
    const read: unknown = JSON.parse(input.value);
    if (kind === 'whole' && !Number.isSafeInteger(read)) return undefined;
    if (kind === 'list' && !Array.isArray(read)) return undefined;
    return read as AppControl['value'];
  } catch {
    return undefined;
  }
}
