/** The script of a cell, a variable or a past run: gather, verify, minimize, copy, save. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Criterion, GatherProgress } from '../../runtime/index.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { cancelGathering, type Gathered, gather, gathered, gathering } from '../page/gathering.ts';
import { say } from '../page/notices.ts';
import { criterionKey } from '../page/shown-slice.ts';
import { saveScript, scriptName } from './script-files.ts';

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
  const [saving, setSaving] = useState<'py' | 'ipynb' | null>(null);
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
        <button type="button" aria-expanded={saving === 'py'} onClick={() => setSaving('py')}>
          Save as .py
        </button>
        <button type="button" aria-expanded={saving === 'ipynb'} onClick={() => setSaving('ipynb')}>
          Save as notebook
        </button>
      </div>
      {saving !== null && (
        <SaveAs
          key={saving}
          name={scriptName(nameOf(of), saving)}
          body={saving === 'py' ? script.script : script.notebook}
          close={() => setSaving(null)}
        />
      )}
    </>
  );
}

/** Asks for a name, and saves. */
function SaveAs({ name, body, close }: { name: string; body: string; close: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, name.lastIndexOf('.'));
  }, []);
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = field.current?.value.trim() ?? '';
    if (wanted !== '' && (await saveScript(wanted, body))) close();
  };
  return (
    <form class="save-as" onSubmit={(event) => void save(event)}>
      <input
        ref={field}
        type="text"
        aria-label="Name of the file"
        spellcheck={false}
        defaultValue={name}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <button type="submit">Save</button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

function nameOf(of: Criterion): string {
  if (of.type === 'cell') return cellLabel(of.cell);
  return of.type === 'symbol' ? of.symbol : `run-${of.exec}`;
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say('Copied');
}
