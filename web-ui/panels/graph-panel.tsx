/** The flow of names between cells: the drawing, open questions, and contradictions between runs and text. */

import { useEffect, useState } from 'preact/hooks';
import type { FlowAnswer, OpenQuestion } from '../../runtime/index.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { line, notebook, notebookPath } from '../page/notebook-state.ts';
import { notebookName } from '../page/place.ts';
import { useRestedTexts } from '../page/rested-texts.ts';
import { reveal, select } from '../page/selection.ts';
import { GraphDrawing } from './graph-drawing.tsx';

/** The choice of the drawing. */
interface Wish {
  readonly view: 'cells' | 'names';
  readonly name: string;
  readonly transitive: boolean;
}

/** The panel; asks again after runs, answers and edits. */
export function GraphPanel() {
  const [wish, setWish] = useState<Wish>({ view: 'cells', name: '', transitive: false });
  const [flow, setFlow] = useState<FlowAnswer | string | null>(null);
  const [answered, setAnswered] = useState(0);
  const state = notebook.value?.kernel.state;
  const texts = useRestedTexts();
  useEffect(() => {
    if (state === 'busy') return;
    let current = true;
    void line()
      .ask(questionOf(wish))
      .then((answer) => {
        if (!current) return;
        if (answer.to === 'graph') setFlow(answer);
        if (answer.to === 'failed') setFlow(answer.message);
      });
    return () => {
      current = false;
    };
  }, [state, texts, wish, answered]);
  if (flow === null) return <p class="panel-note">Asking …</p>;
  if (typeof flow === 'string') return <p class="panel-note">{flow}</p>;
  const answer = (question: OpenQuestion, given: boolean | null) => {
    const { cell, name, asks } = question;
    line().send({ op: 'answer-flow', cell, name, asks, answer: given });
    setAnswered((before) => before + 1);
  };
  return (
    <div class="graph">
      <WishTools wish={wish} names={flow.names} change={setWish} />
      {flow.drawing === null ? (
        <p class="panel-note">There are too many arrows to draw; choose a name.</p>
      ) : flow.drawing.stacks.length === 0 ? (
        <p class="panel-note">There is nothing to draw yet.</p>
      ) : (
        <GraphDrawing
          drawing={flow.drawing}
          isColumn={flow.isColumn}
          view={wish.view}
          save={() => saveDrawing(wish)}
        />
      )}
      {flow.aside.length > 0 && (
        <p class="graph-note">
          {flow.aside.map((cell, at) => (
            <span key={cell}>
              {at > 0 && ', '}
              <CellButton cell={cell} />
            </span>
          ))}{' '}
          {flow.aside.length === 1 ? 'only imports and sets' : 'only import and set'} options: without arrows.
        </p>
      )}
      <Findings flow={flow} answer={answer} />
    </div>
  );
}

function questionOf({ view, name, transitive }: Wish) {
  return { ask: 'graph', view, transitive, ...(name === '' ? {} : { name }) } as const;
}

/** Gives the drawing to the browser as a file. */
async function saveDrawing(wish: Wish): Promise<void> {
  const answer = await line().ask({ ...questionOf(wish), svg: true });
  if (answer.to !== 'graph' || answer.svg === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([answer.svg], { type: 'image/svg+xml' }));
  link.download = `${notebookName(notebookPath.peek())}-graph.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function WishTools({
  wish,
  names,
  change,
}: {
  wish: Wish;
  names: readonly string[];
  change: (wish: Wish) => void;
}) {
  return (
    <div class="graph-wishes">
      <div class="choice" role="radiogroup" aria-label="What is drawn">
        {(['cells', 'names'] as const).map((view) => (
          <label key={view}>
            <input
              type="radio"
              name="graph-view"
              checked={wish.view === view}
              onChange={() => change({ ...wish, view })}
            />
            {view === 'cells' ? 'Cells' : 'Names'}
          </label>
        ))}
      </div>
      <select
        aria-label="Only this name"
        value={wish.name}
        onChange={({ currentTarget }) => change({ ...wish, name: currentTarget.value })}
      >
        <option value="">all names</option>
        {[...new Set([...names, ...(wish.name === '' ? [] : [wish.name])])].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <label title="What a cell needs through other cells too">
        <input
          type="checkbox"
          checked={wish.transitive}
          disabled={wish.view === 'names' || wish.name !== ''}
          onChange={({ currentTarget }) => change({ ...wish, transitive: currentTarget.checked })}
        />
        through others
      </label>
    </div>
  );
}

/** Doubts about the drawing. */
function Findings({
  flow: { questions, contradictions, unread, cutOff },
  answer,
}: {
  flow: FlowAnswer;
  answer: (question: OpenQuestion, given: boolean | null) => void;
}) {
  const open = questions.filter(({ by }) => by !== 'person').length;
  return (
    <div class="graph-findings">
      {cutOff.map((place) => (
        <p key={place} class="panel-note">
          cell {place} is too large or nests too deep: what stands at its end was not looked at
        </p>
      ))}
      {unread.map(({ place, line, why }) => (
        <p key={place} class="panel-note">
          cell {place}: line {line} {why}, so that what the cell does was guessed
        </p>
      ))}
      {contradictions.length > 0 && (
        <details open>
          <summary>Runs have shown something else ({contradictions.length})</summary>
          <ul>
            {contradictions.map(({ cell, asks, name, why }) => (
              <li key={`${cell} ${asks} ${name}`}>
                <CellButton cell={cell} /> {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {questions.length > 0 && (
        <details open={open > 0}>
          <summary>Open questions ({open})</summary>
          <ul>
            {questions.map((question) => (
              <QuestionRow
                key={`${question.cell} ${question.asks} ${question.name}`}
                question={question}
                answer={answer}
              />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function QuestionRow({
  question,
  answer,
}: {
  question: OpenQuestion;
  answer: (question: OpenQuestion, given: boolean | null) => void;
}) {
  const isAnswered = question.by === 'person';
  const what = `${question.asks === 'reads' ? 'read' : 'change'} ${question.name}`;
  const button = (given: boolean) => (
    <button
      type="button"
      aria-pressed={isAnswered && question.answer === given}
      aria-label={`${given ? 'Yes' : 'No'}, ${cellLabel(question.cell)} does ${given ? '' : 'not '}${what}`}
      onClick={() => answer(question, isAnswered && question.answer === given ? null : given)}
    >
      {given ? 'Yes' : 'No'}
    </button>
  );
  return (
    <li class="graph-question">
      <span>
        Does <CellButton cell={question.cell} /> {what}? <span class="muted">line {question.line}</span>
        {!isAnswered && <span class="muted">, taken to be {question.answer ? 'so' : 'not so'}</span>}
      </span>
      <span class="graph-answers">
        {button(true)}
        {button(false)}
      </span>
    </li>
  );
}

function CellButton({ cell }: { cell: string }) {
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        select(cell);
        reveal(cell, 'center');
      }}
    >
      {cellLabel(cell)}
    </button>
  );
}
