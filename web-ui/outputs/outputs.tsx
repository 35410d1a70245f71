/** The outputs of a cell: each by its kind; long ones are folded until a person opens them. */

import { useComputed } from '@preact/signals';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CellView, Output } from '../../runtime/index.ts';
import { markFound } from '../markdown/found-ranges.ts';
import { fullOutputs, showFullOutputs } from '../page/cell-display.ts';
import { lazily } from '../page/lazily.tsx';
import { cellNow, line } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';
import { isPlain } from '../page/of-python.ts';
import { isApp } from '../page/place.ts';
import { saveText } from '../page/save-text.ts';
import { ErrorOutput } from './error-output.tsx';
import { showInnerOutputs } from './inner-output.tsx';
import { OutputPlace } from './output-world.tsx';
import { whenResized } from './resized.ts';
import { RichOutput } from './rich-output.tsx';
import { StreamOutput } from './stream-output.tsx';
import { WithOneNote } from './trust-note.tsx';
import { placeOf } from './world-contents.ts';

const MissingModule = lazily(async () => (await import('../kernels/missing-module.tsx')).MissingModule);

const FOLDED_HEIGHT = 800;

interface OutputsProps {
  readonly cell: Pick<CellView, 'id' | 'outputs' | 'clipped'>;
  /** Whether it is the cell in its notebook, and not a past run of it. */
  readonly inNotebook?: boolean;
}

/** All outputs of a cell. */
export function Outputs({ cell, inNotebook = false }: OutputsProps) {
  const inner = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const full = useComputed(() => fullOutputs.value.has(cell.id)).value;
  useLayoutEffect(() => {
    const element = inner.current;
    if (element === null) return;
    return whenResized(element, () => setLong(element.scrollHeight > FOLDED_HEIGHT * 1.25));
  }, []);
  useEffect(
    () => (inNotebook ? markFound(inner.current!, 'outputs') : undefined),
    [cell.outputs, inNotebook],
  );
  const folded = long && !full;
  return (
    <div class={`outputs ${folded ? 'folded' : ''}`}>
      <div class="outputs-inner" ref={inner}>
        <WithOneNote>
          {cell.outputs.map((output, index) => (
            <div class="output" key={index}>
              <OutputPlace.Provider value={inNotebook ? placeOf(cell.id, index) : null}>
                <OneOutput output={output} cell={cell.id} />
              </OutputPlace.Provider>
              {cell.clipped.includes(index) && !isApp() && <WholeOutput cell={cell.id} index={index} />}
            </div>
          ))}
        </WithOneNote>
      </div>
      {long && (
        <button type="button" class="fold-button" onClick={() => showFullOutputs(cell.id, !full)}>
          {full ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

/** An output by its kind. */
export function OneOutput({ output, cell }: { output: Output; cell: string }) {
  switch (output.output_type) {
    case 'stream':
      return <StreamOutput text={output.text} name={output.name} />;
    case 'error':
      return (
        <>
          <ErrorOutput ename={output.ename} evalue={output.evalue} traceback={output.traceback} />
          <Missing output={output} cell={cell} />
        </>
      );
    default:
      return <RichOutput data={output.data} metadata={output.metadata} cell={cell} />;
  }
}

/** The offer to install a module that a run of this session has missed; saved errors, perhaps of others, offer nothing. */
function Missing({ output, cell }: { output: Extract<Output, { output_type: 'error' }>; cell: string }) {
  const isHere = useContext(OutputPlace) !== null && cellNow(cell)?.exec !== null;
  const module = output.ename === 'ModuleNotFoundError' ? missingModule(output.evalue) : null;
  return isHere && module !== null && !isPlain.value ? <MissingModule cell={cell} module={module} /> : null;
}

/** A part of a package that is there is no reason to install the package. */
function missingModule(evalue: string): string | null {
  return /^No module named '([A-Za-z_]\w*)'$/.exec(evalue)?.[1] ?? null;
}

showInnerOutputs(OneOutput);

function WholeOutput({ cell, index }: { cell: string; index: number }) {
  return (
    <button type="button" class="link" onClick={() => void saveWhole(cell, index)}>
      Save all of it as a file
    </button>
  );
}

async function saveWhole(cell: string, index: number): Promise<void> {
  const answer = await line().ask({ ask: 'output', cell, index });
  if (answer.to !== 'output') {
    say('The output could not be loaded', 'problem');
    return;
  }
  const { output } = answer;
  const text =
    output.output_type === 'stream'
      ? output.text
      : String('data' in output ? (output.data['text/html'] ?? output.data['text/plain'] ?? '') : '');
  saveText(`${cell}-output.txt`, text);
}
