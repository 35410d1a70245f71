/** JSON as a tree with parts that open separately. */

import { useState } from 'preact/hooks';

const SHOWN = 100;

/** A value; `name` is its key in its parent. */
export function JsonTree({ value, name, open = false }: { value: unknown; name?: string; open?: boolean }) {
  const key = name === undefined ? null : <span class="json-key">{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div class="json-leaf">
        {key}
        <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  return <JsonNode value={value} label={key} open={open} />;
}

function JsonNode({ value, label, open }: { value: object; label: unknown; open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  const [shown, setShown] = useState(SHOWN);
  const entries = Object.entries(value);
  const summary = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <details class="json-node" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label as never}
        <span class="json-size">{summary}</span>
      </summary>
      {isOpen &&
        entries.slice(0, shown).map(([key, inner]) => <JsonTree key={key} name={key} value={inner} />)}
      {isOpen && entries.length > shown && (
        <button type="button" class="link" onClick={() => setShown(shown + SHOWN)}>
          {entries.length - shown} more
        </button>
      )}
    </details>
  );
}
