/** Through which reads and writes one cell needs another. */

import { useEffect, useState } from 'preact/hooks';
import type { Evidence, Place } from '../../runtime/index.ts';
import { goToLine } from '../editor/editors.ts';
import { cellSignal, line } from '../page/notebook-state.ts';
import { reveal, select } from '../page/selection.ts';

/** The chain from the last run of `cell` back to one of `needed`. */
export function EvidenceView({ cell, needed }: { cell: string; needed: string }) {
  const [links, setLinks] = useState<readonly Evidence[] | string | null>(null);
  const exec = cellSignal(cell)?.value.exec;
  useEffect(() => {
    let current = true;
    void line()
      .ask({ ask: 'why', cell, needed })
      .then((answer) => {
        if (!current) return;
        if (answer.to === 'why') setLinks(answer.links);
        if (answer.to === 'failed') setLinks(answer.message);
      });
    return () => {
      current = false;
    };
  }, [cell, needed, exec]);
  if (links === null) return null;
  if (typeof links === 'string') return <p class="panel-note">{links}</p>;
  if (links.length === 0) return <p class="panel-note">No statement of it is needed by itself.</p>;
  return (
    <ol class="evidence">
      {links.map(({ user, writer, symbol, kind }) => (
        <li key={`${user.exec} ${user.line} ${writer.exec} ${writer.line}`}>
          <PlaceLink place={user} /> used <b>{symbol}</b> ({kind}), written by
          <PlaceLink place={writer} />
        </li>
      ))}
    </ol>
  );
}

function PlaceLink({ place }: { place: Place }) {
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
      run {place.exec}, line {place.line}: <code>{place.text}</code>
    </button>
  );
}
