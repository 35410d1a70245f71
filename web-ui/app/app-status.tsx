/** The state of an app in a few words: running cells, the kernel, the connection. */

import { line, lineState, notebook } from '../page/notebook-state.ts';

/** The state; nothing while everything is up to date. */
export function AppStatus() {
  const { kernel, plan } = notebook.value!;
  if (lineState.value === 'locked')
    return <Status problem words="The app was started again: open its new address" />;
  if (lineState.value === 'broken') return <Status problem words="The connection broke; trying again" />;
  if (kernel.state === 'dead') {
    return (
      <Status problem words={`The kernel has ended: ${kernel.reason ?? 'no reason is known'}`}>
        <button type="button" onClick={() => line().send({ op: 'restart', run: true })}>
          Start again
        </button>
      </Status>
    );
  }
  if (kernel.state !== 'idle' && kernel.state !== 'busy') return <Status words="Starting …" />;
  const left = plan.cells.length;
  if (left === 0) return kernel.state === 'busy' ? <Status words="Running …" /> : <Status words="" />;
  return <Status words={left === 1 ? 'Running the last cell …' : `Running, ${left} cells left …`} />;
}

interface StatusProps {
  readonly words: string;
  readonly problem?: boolean;
  readonly children?: preact.ComponentChildren;
}

function Status({ words, problem = false, children }: StatusProps) {
  return (
    <div class={`app-status ${problem ? 'problem' : ''}`}>
      <span role="status">{words}</span>
      {children}
    </div>
  );
}
