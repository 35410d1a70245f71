/** When the kernel has died, or there is none: why, in which cell, and how to go on. */

import { commandById } from '../keyboard/commands.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { notebook } from '../page/notebook-state.ts';
import { restart } from '../page/run-actions.ts';
import { ReasonText } from './reason-text.tsx';

/** The message and the possible actions. */
export function KernelBanner() {
  const kernel = notebook.value?.kernel;
  if (kernel?.state === 'none' && kernel.reason !== null) return <NoKernel reason={kernel.reason} />;
  if (kernel?.state !== 'dead') return null;
  const { reason, cell } = kernel;
  const text = reason ?? 'the kernel died';
  return (
    <div class="banner banner-bad" role="alert">
      <span>
        {text[0]?.toUpperCase()}
        <ReasonText text={text.slice(1)} />. Its variables are lost; what cells show is kept. Running a cell
        starts a new kernel.
      </span>
      {cell !== null && (
        <button
          type="button"
          title={`Runs ${cellLabel(cell)} and all above`}
          onClick={() => restart(true, cell)}
        >
          Restart and run to here
        </button>
      )}
      <button type="button" onClick={() => restart(true)}>
        Restart and run all
      </button>
      <button type="button" onClick={() => restart(false)}>
        Restart
      </button>
    </div>
  );
}

/** The notebook's language has no kernel here. */
function NoKernel({ reason }: { reason: string }) {
  return (
    <div class="banner" role="status">
      <span>
        {reason[0]?.toUpperCase()}
        {reason.slice(1)}.
      </span>
      <button type="button" onClick={commandById('kernels').run}>
        Choose a kernel
      </button>
    </div>
  );
}
