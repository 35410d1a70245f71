/** The origin of a past execution: its backward slice over executions, with their code at that time, and its script. */

import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';
import { sliceLevel } from '../page/shown-slice.ts';
import { Guarantee } from '../panels/guarantee.tsx';
import { ScriptView } from '../panels/script-view.tsx';
import { LevelChoice } from '../panels/slice-panel.tsx';
import { CodeText } from './code-text.tsx';
import { chosenExec } from './past-runs.ts';
import { runNumber } from './run-words.ts';

type PastSliceAnswer = Extract<Answer, { readonly to: 'past-slice' }>;

/** The slice of an execution. `labelOf`: the name of a cell. */
export function PastSlice({ exec, labelOf }: { exec: number; labelOf: (cell: string) => string }) {
  const [slice, setSlice] = useState<PastSliceAnswer | string | null>(null);
  const level = sliceLevel.value;
  useEffect(() => {
    let current = true;
    void line()
      .ask({ ask: 'past-slice', exec, direction: 'backward', level })
      .then((answer) => {
        if (!current) return;
        if (answer.to === 'past-slice') setSlice(answer);
        else setSlice(answer.to === 'failed' ? answer.message : 'there is no answer');
      });
    return () => {
      current = false;
    };
  }, [exec, level]);
  if (slice === null) return null;
  if (typeof slice === 'string') return <p class="panel-note">{slice}</p>;
  return (
    <div class="slice past-slice">
      <LevelChoice />
      <ol>
        {slice.runs.map((run) => (
          <li key={run.exec}>
            <button
              type="button"
              class="link"
              onClick={() => {
                chosenExec.value = run.exec;
              }}
            >
              run {runNumber(run)}
            </button>{' '}
            <span class="facts">{labelOf(run.cell)}</span>
            <CodeText code={run.source} marked={level === 'statement' ? run.lines : []} />
          </li>
        ))}
      </ol>
      <Guarantee guarantee={slice} />
      <ScriptView of={{ type: 'execution', exec }} />
    </div>
  );
}
