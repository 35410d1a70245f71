/** The script of a cell, a variable or a past run: gather it, verify it, shrink it, copy it, save it. */

import { useState } from 'preact/hooks';
import type { Criterion, GatherProgress } from '../../runtime/index.ts';
import { cancelGathering, type Gathered, gather, gathered, gathering } from '../page/gathering.ts';
import { say } from '../page/notices.ts';
import { criterionKey } from '../page/shown-slice.ts';
import { saveScript } from './script-files.ts';

/** The script of a criterion. */
export function ScriptView({ of }: { of: Criterion }) {
  const shown = gathered.value?.key === criterionKey(of) ? gathered.value.answer : null;
  const working = gathering.value;
  return (
    <section class="script">
      <h3>Script</h3>
      <div class="script-tools">
        <button type="button" disabled={working !== null} onClick={() => void gather(of, 'not')}>
          Gather
        </button>
        <button
          type="button"
          class="primary"
          disabled={working !== null}
          title="Runs the script in a new kernel and compares outputs and values"
          onClick={() => void gather(of, 'verify')}
        >
          Gather and verify
        </button>
        <button
          type="button"
          disabled={working !== null}
          title="Verifies the script, then tries smaller and smaller ones until nothing more can go"
          onClick={() => void gather(of, 'minimize')}
        >
          Minimize
        </button>
      </div>
      {working !== null && (
        <p class="working">
          <span role="status">{progressText(working)}</span>
          <button type="button" onClick={cancelGathering}>
            {working.stage === 'minimizing' ? 'Enough' : 'Cancel'}
          </button>
        </p>
      )}
      {typeof shown === 'string' && <p class="problem-text">{shown}</p>}
      {shown !== null && typeof shown !== 'string' && <ScriptText of={of} gathered={shown} />}
    </section>
  );
}

function progressText(progress: GatherProgress): string {
  if (progress.stage !== 'minimizing') {
    return progress.stage === 'gathering' ? 'Gathering …' : 'Verifying in a new kernel …';
  }
  const { tried, statements, of } = progress;
  return `Minimizing: script ${tried}, ${statements} of ${of} statements …`;
}

function ScriptText({ of, gathered: script }: { of: Criterion; gathered: Gathered }) {
  const { verification, cells, of: total, minimized } = script;
  const [saving, setSaving] = useState(false);
  const save = async (kind: 'py' | 'ipynb') => {
    setSaving(true);
    await saveScript(nameOf(of), kind === 'py' ? script.script : script.notebook, kind);
    setSaving(false);
  };
  return (
    <>
      <p class="script-facts">
        {cells} of {total} runs
        {verification !== null && (
          <span class={`badge badge-${verification.status.replace(/ /g, '-')}`}>{verification.status}</span>
        )}
      </p>
      {verification !== null && <p class="panel-note">{verification.detail}</p>}
      {minimized !== null && <p class="panel-note">{minimized}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre class="script-text" tabIndex={0}>
        {script.script}
      </pre>
      <div class="script-tools">
        <button type="button" onClick={() => void copy(script.script)}>
          Copy
        </button>
        <button type="button" disabled={saving} onClick={() => void save('py')}>
          Save as .py
        </button>
        <button type="button" disabled={saving} onClick={() => void save('ipynb')}>
          Save as notebook
        </button>
      </div>
    </>
  );
}

function nameOf(of: Criterion): string {
  if (of.type === 'cell') return of.cell;
  return of.type === 'symbol' ? of.symbol : `run-${of.exec}`;
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say('Copied');
}
