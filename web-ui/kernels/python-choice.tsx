/** The Pythons and kernels of other languages found for the notebook, and the choice of one. */

import { useEffect, useState } from 'preact/hooks';
import type { KernelChoice } from '../../runtime/index.ts';
import { line, notebook } from '../page/notebook-state.ts';
import { NOT_FOLLOWED } from '../page/of-python.ts';

/** A list to choose from. Another Python begins with an empty kernel. */
export function PythonChoice() {
  const [choices, setChoices] = useState<readonly KernelChoice[]>([]);
  const [current, setCurrent] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    line()
      .ask({ ask: 'kernels' })
      .then(
        (answer) => {
          if (answer.to === 'failed') setProblem(answer.message);
          if (answer.to !== 'kernels') return;
          setChoices(answer.choices);
          setCurrent(answer.current);
        },
        (error: unknown) => setProblem((error as Error).message),
      );
  }, []);
  const choose = (choice: string) => {
    setCurrent(choice);
    line().send({ op: 'kernel', choice });
  };
  return (
    <fieldset class="python-choice">
      <legend>Kernel of this notebook</legend>
      <p class="facts">
        Now {notebook.value?.kernel.name}. Another one starts without the present variables. {NOT_FOLLOWED}.
      </p>
      {problem !== null && <p class="problem-text">{problem}</p>}
      {inOrder(choices).map(({ id, label, place, unusable }) => (
        <label key={id} class="python-row">
          <input
            type="radio"
            name="python"
            checked={id === current}
            disabled={unusable !== null}
            onChange={() => choose(id)}
          />
          <span>{label}</span>
          <span class="python-place" title={told(place, unusable)}>
            {told(place, unusable)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The ones that can run cells first. */
function inOrder(choices: readonly KernelChoice[]): KernelChoice[] {
  return choices.toSorted((a, b) => Number(a.unusable !== null) - Number(b.unusable !== null));
}

function told(place: string, unusable: string | null): string {
  return unusable === null ? place : `${unusable} (${place})`;
}
