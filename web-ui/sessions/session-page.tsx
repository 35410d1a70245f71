/** A session from a file: its steps, the notebook after each, and the replay, which shows outputs, states and slices. */

import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../files/files-api.ts';
import { chosenExec } from '../history/past-runs.ts';
import { PastSlice } from '../history/past-slice.tsx';
import { Icon } from '../icons.tsx';
import { Notices } from '../notebook/notices-view.tsx';
import { line } from '../page/notebook-state.ts';
import {
  goToExec,
  goToStep,
  openSession,
  replay,
  replaying,
  replayUntil,
  session,
  sessionLine,
  sessionRefusal,
  step,
  stepExec,
} from './session-state.ts';
import { StepCells } from './step-cells.tsx';
import { cellLabel, StepTimeline } from './step-timeline.tsx';

/** The page. `number`: of a session in a history. */
export function SessionPage({ path, number }: { path: string; number: string | null }) {
  const [slice, setSlice] = useState(false);
  useEffect(() => {
    openSession(path, number);
    window.addEventListener('keydown', onKey);
    // where a slice leads to a run, the page goes to its step
    const stop = chosenExec.subscribe((exec) => {
      if (exec !== null && exec !== stepExec.peek()) goToExec(exec);
    });
    return () => {
      stop();
      window.removeEventListener('keydown', onKey);
    };
  }, [path, number]);
  if (sessionRefusal.value !== null) {
    return (
      <main class="refused">
        <h1>{path} cannot be opened</h1>
        <p>{sessionRefusal.value}</p>
        <p>
          <a href="/">All files</a>
        </p>
      </main>
    );
  }
  const shown = session.value;
  if (shown === null) return <p class="panel-note">Reading …</p>;
  const exec = stepExec.value;
  const canSlice = exec !== null && step.value <= replay.value.played;
  const back = number === null ? folderOf(path) : addressOf(path, 'sessions');
  return (
    <div class="notebook-page session-page">
      <header class="bar">
        <a
          class="icon"
          href={back}
          title={number === null ? 'Files' : 'Sessions'}
          aria-label={number === null ? 'Files' : 'Sessions'}
        >
          <Icon name="folder" />
        </a>
        <h1 title={path}>{shown.title}</h1>
        <StepTools steps={shown.steps.length} />
        <div class="end">
          <button type="button" aria-pressed={slice} disabled={!canSlice} onClick={() => setSlice(!slice)}>
            What made this
          </button>
        </div>
      </header>
      {sessionLine.value === 'broken' && (
        <p class="banner" role="status">
          The connection to Sluice broke; trying again.
        </p>
      )}
      <ReplayBar />
      <div class="work">
        <aside class="steps" aria-label="Steps">
          <StepTimeline />
        </aside>
        <main id="cells" aria-label={`The notebook after step ${step.value}`}>
          <StepCells />
        </main>
        {slice && canSlice && (
          <aside class="side-panel panel-history" aria-label="What made this">
            <header>
              <h2>What made run {exec}</h2>
              <button
                type="button"
                class="icon"
                aria-label="Close"
                title="Close"
                onClick={() => setSlice(false)}
              >
                <Icon name="close" />
              </button>
            </header>
            <div class="session-slice">
              <PastSlice exec={exec} labelOf={cellLabel} />
            </div>
          </aside>
        )}
      </div>
      <Notices />
    </div>
  );
}

function StepTools({ steps }: { steps: number }) {
  return (
    <div class="tools" role="toolbar" aria-label="Steps">
      <button
        type="button"
        class="icon"
        aria-label="Step before"
        title="Step before (←)"
        onClick={() => goToStep(step.value - 1)}
      >
        ‹
      </button>
      <span class="step-number" role="status">
        Step {step.value} of {steps}
      </span>
      <button
        type="button"
        class="icon"
        aria-label="Next step"
        title="Next step (→)"
        onClick={() => goToStep(step.value + 1)}
      >
        ›
      </button>
    </div>
  );
}

function ReplayBar() {
  const { played, until, state, reason } = replay.value;
  const total = session.value?.steps.length ?? 0;
  if (replaying.value) {
    return (
      <div class="banner replay-bar">
        <span role="status">
          {state === 'starting'
            ? 'Starting a kernel in a copy of the folder …'
            : `Replaying: ${played} of ${until} steps`}
        </span>
        <progress max={until} value={played} aria-label="Replayed steps" />
        <button type="button" onClick={() => line().send({ op: 'interrupt' })}>
          Interrupt
        </button>
      </div>
    );
  }
  return (
    <div class="banner replay-bar">
      <span role="status" class={state === 'failed' ? 'problem-text' : ''}>
        {statusText(played, total, reason)}
      </span>
      {step.value > played && (
        <button type="button" class="primary" onClick={() => replayUntil(step.value)}>
          Replay up to here
        </button>
      )}
      {played < total && (
        <button type="button" onClick={() => replayUntil(total)}>
          Replay all
        </button>
      )}
      {played > 0 && (
        <button type="button" onClick={() => line().send({ op: 'replay-reset' })}>
          Forget the replay
        </button>
      )}
    </div>
  );
}

function statusText(played: number, total: number, reason: string | null): string {
  if (reason === 'interrupted') return `Interrupted after ${played} of ${total} steps.`;
  if (reason !== null) return reason;
  if (played === 0) {
    return 'Nothing has run. A replay runs the steps on a new kernel, in a private copy of the folder, and makes outputs, states and slices known.';
  }
  return played === total
    ? 'All steps have been replayed.'
    : `${played} of ${total} steps have been replayed.`;
}

function folderOf(path: string): string {
  const folder = path.split('/').slice(0, -1).join('/');
  return folder === '' ? '/' : addressOf(folder, 'tree');
}

const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, '[': -1, k: -1, ArrowRight: 1, ']': 1, j: 1 };

function onKey(event: KeyboardEvent): void {
  const by = KEYS[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if ((event.target as HTMLElement).closest('input, select, textarea, pre') !== null) return;
  event.preventDefault();
  goToStep(step.peek() + by);
}
