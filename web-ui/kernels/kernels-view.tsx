/** The kernels that run, over the page: their notebooks, Pythons, memory and states, and what can be done with each; and terminals. */

import { useEffect, useState } from 'preact/hooks';
import type { KernelOrder, RunningKernel } from '../../runtime/index.ts';
import { listKernels, orderKernel } from '../files/files-api.ts';
import { Icon, type IconName } from '../icons.tsx';
import { menuText } from '../languages/menu-text.ts';
import { overlay } from '../page/page-parts.ts';
import { Sheet } from '../sheet.tsx';
import { TerminalList } from '../terminal/terminal-list.tsx';
import { closeDocument, openDocument, ownNotebook } from '../workplace/open-documents.ts';
import { PythonChoice } from './python-choice.tsx';

const LOOK_MS = 2_000;

/** The dialog. */
export function KernelsView() {
  return (
    <Sheet kind="kernels" title={menuText('Running kernels')} label={menuText('Kernels')}>
      <div class="kernels-body">
        <Running />
        <TerminalList />
        {ownNotebook.value !== null && <PythonChoice />}
      </div>
    </Sheet>
  );
}

function Running() {
  const [kernels, setKernels] = useState<readonly RunningKernel[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const look = () => listKernels().then(setKernels, (error: unknown) => setProblem((error as Error).message));
  useEffect(() => {
    void look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const order = async (what: KernelOrder) => {
    try {
      await orderKernel(what);
      if (what.op === 'shutdown') closeDocument(what.path);
      setProblem(null);
    } catch (error) {
      setProblem((error as Error).message);
    }
    await look();
  };
  return (
    <>
      {problem !== null && <p class="problem-text">{problem}</p>}
      {kernels?.length === 0 && <p class="panel-note">No kernel runs.</p>}
      <ul class="kernel-list">
        {kernels?.map((kernel) => (
          <Row key={`${kernel.path} ${kernel.isOpen}`} kernel={kernel} order={order} />
        ))}
      </ul>
    </>
  );
}

function Row({
  kernel: { path, python, state, memory, isOpen },
  order,
}: {
  kernel: RunningKernel;
  order: (order: KernelOrder) => Promise<void>;
}) {
  const open = () => {
    overlay.value = null;
    openDocument(path);
  };
  return (
    <li class={`kernel-row kernel-${state}`}>
      <span class="dot" aria-hidden="true" />
      <button type="button" class="link kernel-path" onClick={open}>
        {path}
      </button>
      <span class="kernel-python">{isOpen ? python : 'left by another server'}</span>
      <span class="kernel-memory">{memory === null ? '' : megabytes(memory)}</span>
      <span class="kernel-word">{state}</span>
      <span class="kernel-orders">
        {isOpen && (
          <>
            <Order
              icon="stop"
              label={`Interrupt ${path}`}
              run={() => void order({ path, op: 'interrupt' })}
            />
            <Order
              icon="restart"
              label={`Restart the kernel of ${path}: its variables are lost`}
              run={() => void order({ path, op: 'restart' })}
            />
          </>
        )}
        <Order
          icon="power"
          label={`Shut down the kernel of ${path}: its variables are lost`}
          run={() => void order({ path, op: 'shutdown' })}
        />
      </span>
    </li>
  );
}

function Order({ icon, label, run }: { icon: IconName; label: string; run: () => void }) {
  return (
    <button type="button" class="icon" title={label} aria-label={label} onClick={run}>
      <Icon name={icon} />
    </button>
  );
}

/** `210 MB`, `1.4 GB`. */
function megabytes(bytes: number): string {
  const mega = bytes / 1e6;
  return mega < 1_000 ? `${Math.round(mega)} MB` : `${(mega / 1_000).toFixed(1)} GB`;
}
