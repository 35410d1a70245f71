/** Below a ModuleNotFoundError: the offer to install the module, its command first, and then to run the cell again. */

import { useState } from 'preact/hooks';
import type { InstallPlan } from '../../runtime/index.ts';
import { line } from '../page/notebook-state.ts';
import { runCells } from '../page/run-actions.ts';

type State =
  | { readonly at: 'offer' }
  | { readonly at: 'asked' }
  | { readonly at: 'plan'; readonly plan: InstallPlan }
  | { readonly at: 'running'; readonly plan: InstallPlan; readonly told: string }
  | { readonly at: 'failed'; readonly why: string };

/** The offer. `cell`: the cell that failed. */
export function MissingModule({ cell, module }: { cell: string; module: string }) {
  const [state, setState] = useState<State>({ at: 'offer' });
  const [declares, setDeclares] = useState(false);
  const plan = async () => {
    setState({ at: 'asked' });
    const answer = await line().ask({ ask: 'install-plan', module });
    if (answer.to === 'install-plan') setState({ at: 'plan', plan: answer.plan });
    else setState({ at: 'failed', why: answer.to === 'failed' ? answer.message : 'there is no answer' });
  };
  const install = async (chosen: InstallPlan) => {
    let told = '';
    setState({ at: 'running', plan: chosen, told });
    const answer = await line().ask(
      { ask: 'install', module, declares },
      {
        signal: new AbortController().signal,
        progress: (progress) => {
          if (progress.stage !== 'trying') return;
          told += `${progress.text}\n`;
          setState({ at: 'running', plan: chosen, told });
        },
      },
    );
    const problem =
      answer.to === 'install'
        ? answer.problem
        : answer.to === 'failed'
          ? answer.message
          : 'there is no answer';
    if (problem === null) runCells([cell]);
    else setState({ at: 'failed', why: problem });
  };
  switch (state.at) {
    case 'offer':
    case 'asked':
      return (
        <p class="missing-module">
          <button type="button" disabled={state.at === 'asked'} onClick={() => void plan()}>
            Install {module} …
          </button>
        </p>
      );
    case 'plan': {
      const { command, requirements } = state.plan;
      return (
        <div class="missing-module">
          <code>{command}</code>
          {requirements !== null && (
            <label>
              <input
                type="checkbox"
                checked={declares}
                onChange={(event) => setDeclares(event.currentTarget.checked)}
              />
              Add it to {requirements}
            </label>
          )}
          <button type="button" class="primary" onClick={() => void install(state.plan)}>
            Install and run the cell
          </button>
        </div>
      );
    }
    case 'running':
      return (
        <div class="missing-module" role="status">
          <code>{state.plan.command}</code>
          <pre class="install-lines">{state.told}</pre>
        </div>
      );
    case 'failed':
      return (
        <div class="missing-module">
          <p class="problem-text" role="alert">
            {state.why}
          </p>
          <button type="button" onClick={() => void plan()}>
            Try again
          </button>
        </div>
      );
  }
}
