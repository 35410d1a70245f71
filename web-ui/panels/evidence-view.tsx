/** Through which reads and writes a cell or a variable needs a cell. */

import { useEffect, useState } from 'preact/hooks';
import type { Criterion, Evidence, RunStatement } from '../../runtime/index.ts';
import { goToLine } from '../editor/editors.ts';
import { runNumber } from '../history/run-words.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { cellSignal, line } from '../page/notebook-state.ts';
import { reveal, select } from '../page/selection.ts';
import { criterionKey } from '../page/shown-slice.ts';

/** The chain from the target of a slice back to a run of `needed`. */
export function EvidenceView({ of, needed }: { of: Criterion; needed: string }) {
  const [links, setLinks] = useState<readonly Evidence[] | string | null>(null);
  const exec = of.type === 'cell' ? cellSignal(of.cell)?.value.exec : null;
  useEffect(() => {
    let current = true;
    void line()
      .ask({ ask: 'why', of, needed })
      .then((answer) => {
        if (!current) return;
        if (answer.to === 'why') setLinks(answer.links);
        if (answer.to === 'failed') setLinks(answer.message);
      });
    return () => {
      current = false;
    };
  }, [criterionKey(of), needed, exec]);
  if (links === null) return null;
  if (typeof links === 'string') return <p class="panel-note">{links}</p>;
  if (links.length === 0) return <p class="panel-note">No statement of it is needed by itself.</p>;
  return (
    <ol class="evidence">
      {links.map(({ user, writer, symbol, kind }) => (
        <li key={`${user?.exec} ${user?.line} ${writer.exec} ${writer.line}`}>
          {user === null ? (
            <>
              <b>{symbol}</b> was written by
            </>
          ) : (
            <>
              <PlaceLink place={user} /> used <b>{symbol}</b> ({kind}), written by
            </>
          )}
          <PlaceLink place={writer} />
        </li>
      ))}
    </ol>
  );
}

function PlaceLink({ place }: { place: RunStatement }) {
  return (
    <button
      type="button"
      class="link place-link"
      onClick={() => {
        goToLine(place.cell, place.line);
        select(place.cell);
        reveal(place.cell, 'center');
      }}
    >
      {cellLabel(place.cell)} (run {runNumber(place)}), line {place.line}: <code>{place.text}</code>
    </button>
  );
}
