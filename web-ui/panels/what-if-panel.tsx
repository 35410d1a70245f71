/** Consequences of a run or a deletion. Each action can start here. */

import { useEffect, useState } from 'preact/hooks';
import { ReasonText } from '../notebook/reason-text.tsx';
import { deleteCells } from '../page/cell-actions.ts';
import { cellLabel, cellNumber } from '../page/cell-numbers.ts';
import { cellNow, revision } from '../page/notebook-state.ts';
import { runCells } from '../page/run-actions.ts';
import { active } from '../page/selection.ts';
import { answerTo, type WhatIf, type WhatIfAnswer, whatIf } from '../page/what-if.ts';

const TITLES: Readonly<Record<WhatIf, string>> = {
  run: 'Run it now',
  delete: 'Delete it',
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

/** The answer to a question, asked again when the key is another one; null: not there yet. */
function useAnswer(which: WhatIf, cell: string, key: string): WhatIfAnswer | null {
  const [answer, setAnswer] = useState<WhatIfAnswer | null>(null);
  useEffect(() => {
    let current = true;
    void answerTo({ type: which, cell }).then((got) => {
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
