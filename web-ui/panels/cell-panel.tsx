/** The tags and the metadata of the active cell, to be changed, and its last run, to be undone. */

import { useEffect, useState } from 'preact/hooks';
import type { CellView, JsonObject } from '../../runtime/index.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { cellNow, cellSignal, cellsNow, line } from '../page/notebook-state.ts';
import { isPlain } from '../page/of-python.ts';
import { active } from '../page/selection.ts';
import { LastRun } from './last-run.tsx';

/** Tags that Jupyter, papermill and Sluice know. */
const KNOWN = ['parameters', 'skip-execution', 'raises-exception', 'hide-input', 'hide-output'];

export function CellPanel() {
  const id = active.value;
  const cell = id === null ? undefined : cellSignal(id)?.value;
  if (id === null || cell === undefined) return <p class="panel-note">Select a cell.</p>;
  return (
    <div class="cell-panel">
      <p class="facts">
        {cellLabel(id)}, id <code>{id}</code>
      </p>
      {cell.type === 'code' && !isPlain.value && <LastRun key={`run ${id}`} cell={cell} />}
      <Tags key={`tags ${id}`} cell={cell} />
      <Metadata key={`metadata ${id}`} cell={cell} />
    </div>
  );
}

function Tags({ cell }: { cell: CellView }) {
  const [typed, setTyped] = useState('');
  const tags = tagsOf(cell);
  const change = (now: readonly string[]) => {
    const { tags: _, ...others } = cellNow(cell.id)?.metadata ?? {};
    save(cell.id, now.length === 0 ? others : { ...others, tags: now as string[] });
  };
  const add = (tag: string) => {
    setTyped('');
    const name = tag.trim();
    if (name !== '' && !tags.includes(name)) change([...tags, name]);
  };
  const used = cellsNow().flatMap(tagsOf);
  const offered = [...new Set([...used, ...KNOWN])].filter((tag) => !tags.includes(tag));
  return (
    <section aria-label="Tags">
      <h3>Tags</h3>
      <ul class="tags">
        {tags.map((tag) => (
          <li key={tag} class="tag">
            {tag}
            <button
              type="button"
              aria-label={`Take away ${tag}`}
              onClick={() => change(tags.filter((one) => one !== tag))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <input
        type="text"
        list="known-tags"
        placeholder="Add a tag"
        aria-label="Add a tag"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') add(event.currentTarget.value);
        }}
      />
      <datalist id="known-tags">
        {offered.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </section>
  );
}

function Metadata({ cell }: { cell: CellView }) {
  const saved = JSON.stringify(cell.metadata, null, 2);
  const [text, setText] = useState(saved);
  const [problem, setProblem] = useState<string | null>(null);
  // what somebody else has changed appears, unless something is typed
  const [known, setKnown] = useState(saved);
  useEffect(() => {
    if (text === known) setText(saved);
    setKnown(saved);
  }, [saved]);
  const apply = () => {
    const found = parsed(text);
    if (typeof found === 'string') {
      setProblem(found);
      return;
    }
    setProblem(null);
    save(cell.id, found);
  };
  return (
    <section aria-label="Metadata">
      <h3>Metadata</h3>
      <textarea
        rows={Math.min(20, text.split('\n').length + 1)}
        aria-label="Metadata as JSON"
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
      {problem !== null && (
        <p class="problem-text" role="status">
          {problem}
        </p>
      )}
      <button type="button" disabled={text === saved} onClick={apply}>
        Apply
      </button>
      <button
        type="button"
        class="link"
        disabled={text === saved}
        onClick={() => {
          setText(saved);
          setProblem(null);
        }}
      >
        Undo
      </button>
    </section>
  );
}

/** The object of a text; else why it is none. */
function parsed(text: string): JsonObject | string {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as JsonObject;
    return 'Metadata is a JSON object: { … }';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

function tagsOf({ metadata }: CellView): readonly string[] {
  const { tags } = metadata;
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [];
}

function save(cell: string, metadata: JsonObject): void {
  line().send({ op: 'metadata', cell, metadata });
}
