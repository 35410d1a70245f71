/** The open notebook beside git's last commit or another file: cell by cell, texts and outputs. */

import { useEffect, useState } from 'preact/hooks';
import type { ChangedCell, ChangedOutput } from '../../runtime/index.ts';
import { VersionDiff } from '../history/version-diff.tsx';
import { bringBack, compareWith, difference } from '../page/difference.ts';
import { say } from '../page/notices.ts';
import { itemName } from '../page/reproduction-words.ts';
import { reveal, select } from '../page/selection.ts';

export function DifferencePanel() {
  const [path, setPath] = useState('');
  const found = difference.value;
  useEffect(() => void compareWith({ type: 'head' }), []);
  return (
    <div class="difference">
      <form
        class="script-tools"
        onSubmit={(event) => {
          event.preventDefault();
          void compareWith(path === '' ? { type: 'head' } : { type: 'file', path });
        }}
      >
        <input
          type="text"
          aria-label="Another notebook; empty: the last commit"
          placeholder="the last commit, or a file"
          spellcheck={false}
          value={path}
          onInput={(event) => setPath(event.currentTarget.value.trim())}
        />
        <button type="submit">Compare</button>
      </form>
      {typeof found === 'string' && <p class="problem-text">{found}</p>}
      {found !== null && typeof found !== 'string' && (
        <>
          <p class="panel-note" role="status">
            {countText(found.cells.length, found.name)}
            {found.metadata.length > 0 && ` Changed metadata of the notebook: ${found.metadata.join(', ')}.`}
          </p>
          <ol class="changed-cells">
            {found.cells.map((cell) => (
              <li key={`${cell.before?.cell} ${cell.after?.cell}`}>
                <Changed cell={cell} name={found.name} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function countText(count: number, name: string): string {
  if (count === 0) return `No cell differs from ${name}.`;
  return count === 1 ? `1 cell differs from ${name}.` : `${count} cells differ from ${name}.`;
}

const WORDS: Readonly<Record<string, string>> = {
  inserted: 'new',
  deleted: 'deleted',
  moved: 'moved',
  type: 'another type',
  source: 'text',
  outputs: 'outputs',
  metadata: 'metadata',
};

function Changed({ cell, name }: { cell: ChangedCell; name: string }) {
  const { before, after, changed, outputs } = cell;
  const { index } = (after ?? before)!;
  const label = index === null ? 'A text cell' : `Cell ${index}`;
  const words = changed.map((part) => WORDS[part] ?? part).join(', ');
  const hasText = changed.includes('source') || before === null || after === null;
  return (
    <>
      <h3>
        {after === null ? (
          `${label}: ${words}`
        ) : (
          <button
            type="button"
            class="link"
            onClick={() => {
              select(after.cell);
              reveal(after.cell, 'center');
            }}
          >
            {label}: {words}
          </button>
        )}
        {changed.includes('source') && (
          <button
            type="button"
            title="It can be undone"
            onClick={() => {
              if (!bringBack(cell)) say('The cell has changed meanwhile; compare again', 'problem');
            }}
          >
            Bring back
          </button>
        )}
      </h3>
      {hasText && (
        <VersionDiff
          before={{ name, source: before?.source ?? '' }}
          after={{ name: 'now', source: after?.source ?? '' }}
        />
      )}
      {outputs.map((output) => (
        <ChangedOutputView key={output.item} output={output} />
      ))}
    </>
  );
}

function ChangedOutputView({ output: { item, kinds, before, after } }: { output: ChangedOutput }) {
  return (
    <div class="changed-output">
      <p class="panel-note">
        {itemName(item)} ({kinds.join(', ')})
      </p>
      {before !== after && (
        <>
          {before !== '' && <pre class="taken">{before}</pre>}
          {after !== '' && <pre class="added">{after}</pre>}
        </>
      )}
    </div>
  );
}
