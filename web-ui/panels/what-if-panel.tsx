/** Consequences of a run, a deletion or a renaming. Each action can start here. */

import { useEffect, useState } from 'preact/hooks';
import { ReasonText } from '../notebook/reason-text.tsx';
import { deleteCells } from '../page/cell-actions.ts';
import { cellLabel, cellNumber } from '../page/cell-numbers.ts';
import { cellNow, revision } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';
import { runCells } from '../page/run-actions.ts';
import { active } from '../page/selection.ts';
import { answerTo, renameIn, type WhatIf, type WhatIfAnswer, whatIf } from '../page/what-if.ts';

const TITLES: Readonly<Record<WhatIf, string>> = {
  run: 'Run it now',
  delete: 'Delete it',
  rename: 'Rename a variable',
};

/** The panel; follows the selected cell. */
export function WhatIfPanel() {
  const which = whatIf.value;
  const cell = active.value;
  const isCode = cell !== null && cellNumber(cell) !== null;
  return (
    <div class="what-if">
      <div class="script-tools">
        {(Object.keys(TITLES) as WhatIf[]).map((each) => (
          <button
            type="button"
            key={each}
            aria-pressed={each === which}
            onClick={() => {
              whatIf.value = each;
            }}
          >
            {TITLES[each]}
          </button>
        ))}
      </div>
      {!isCode ? (
        <p class="panel-note">Select a code cell.</p>
      ) : which === 'rename' ? (
        <Rename key={cell} cell={cell!} />
      ) : (
        <Follows key={`${which} ${cell}`} which={which} cell={cell!} />
      )}
    </div>
  );
}

function Follows({ which, cell }: { which: 'run' | 'delete'; cell: string }) {
  const source = cellNow(cell)?.source;
  const answer = useAnswer(which, cell, `${which} ${cell} ${source} ${revision.value}`);
  return (
    <>
      <AnswerText answer={answer} />
      <div class="script-tools">
        <button
          type="button"
          class="primary"
          onClick={() => (which === 'run' ? runCells([cell]) : deleteCells([cell]))}
        >
          {which === 'run' ? `Run ${cellLabel(cell)}` : `Delete ${cellLabel(cell)}`}
        </button>
      </div>
    </>
  );
}

function Rename({ cell }: { cell: string }) {
  const [names, setNames] = useState({ name: '', to: '' });
  const [asked, setAsked] = useState<WhatIfAnswer | null>(null);
  const [before, setBefore] = useState<ReadonlyMap<string, string>>(new Map());
  const look = async (event: Event) => {
    event.preventDefault();
    const answer = await answerTo('rename', cell, names);
    const edits = answer?.to === 'what-if' ? answer.edits : [];
    setBefore(new Map(edits.map(({ cell: id }) => [id, cellNow(id)?.source ?? ''])));
    setAsked(answer);
  };
  const field = (key: 'name' | 'to', label: string) => (
    <input
      type="text"
      aria-label={label}
      placeholder={label}
      spellcheck={false}
      value={names[key]}
      onInput={(event) => {
        setNames({ ...names, [key]: event.currentTarget.value.trim() });
        setAsked(null);
      }}
    />
  );
  const edits = asked?.to === 'what-if' ? asked.edits : [];
  return (
    <>
      <form class="save-as" onSubmit={(event) => void look(event)}>
        {field('name', `Variable of ${cellLabel(cell)}`)}
        {field('to', 'New name')}
        <button type="submit" disabled={names.name === '' || names.to === ''}>
          Look
        </button>
      </form>
      {asked !== null && <AnswerText answer={asked} />}
      {edits.length > 0 && (
        <div class="script-tools">
          <button
            type="button"
            class="primary"
            onClick={() => {
              if (renameIn(edits, before)) setAsked(null);
              else say('The cells have changed meanwhile; look again', 'problem');
            }}
          >
            Rename in {edits.length} {edits.length === 1 ? 'cell' : 'cells'}
          </button>
        </div>
      )}
    </>
  );
}

/** The answer to a question, asked again when the key is another one; null: not there yet. */
function useAnswer(which: WhatIf, cell: string | null, key: string): WhatIfAnswer | null {
  const [answer, setAnswer] = useState<WhatIfAnswer | null>(null);
  useEffect(() => {
    let current = true;
    void answerTo(which, cell, { name: '', to: '' }).then((got) => {
      if (current) setAnswer(got);
    });
    return () => {
      current = false;
    };
  }, [key]);
  return answer;
}

function AnswerText({ answer }: { answer: WhatIfAnswer | null }) {
  if (answer === null) return <p class="panel-note">Asking …</p>;
  if (answer.to === 'failed') return <p class="problem-text">{answer.message}</p>;
  return (
    <div class="what-if-lines" role="status">
      {answer.lines.map((line, index) => (
        <p key={index}>
          <ReasonText text={line} />
        </p>
      ))}
    </div>
  );
}
