/**
 * Folds the output messages of one run into a notebook's stored outputs, as JupyterLab and nbclient do. It
 * does not interpret carriage returns, backspaces or ANSI codes: stored text is the kernel's text.
 */
import { bundleSize, isFull, isLeftOut, leftOutIn, outputSize, REST_LEFT_OUT } from './left-out.ts';
import type { DisplayContent, Output, OutputMessage } from './output.ts';

/** The outputs so far, and the state for further messages. */
export interface OutputFold {
  readonly outputs: readonly Output[];
  /** Display id → indices of the outputs with this id. */
  readonly displays: ReadonlyMap<string, readonly number[]>;
  /** `clear_output(wait=True)` came: the next output replaces all. */
  readonly clearsNext: boolean;
  /** About how many characters the outputs hold. */
  readonly size: number;
}

/** No output yet. */
export const NO_OUTPUT: OutputFold = { outputs: [], displays: new Map(), clearsNext: false, size: 0 };

/** A fold that begins with existing outputs. */
export function foldFrom(outputs: readonly Output[]): OutputFold {
  const size = outputs.reduce((sum, output) => sum + outputSize(output), 0);
  return { ...NO_OUTPUT, outputs, size };
}

/**
 * The fold after `message`; the same object if nothing changes. It also applies an `update_display_data` of a
 * later run to an earlier cell's outputs.
 */
export function foldOutput(fold: OutputFold, message: OutputMessage): OutputFold {
  switch (message.msg_type) {
    case 'clear_output':
      return clear(fold, message.content.wait);
    case 'stream':
      return appendText(startOutput(fold), message.content.name, message.content.text);
    case 'display_data': {
      const { data, metadata } = message.content;
      return appendDisplay(fold, { output_type: 'display_data', data, metadata }, message.content);
    }
    case 'execute_result': {
      const { data, metadata, execution_count } = message.content;
      return appendDisplay(
        fold,
        { output_type: 'execute_result', execution_count, data, metadata },
        message.content,
      );
    }
    case 'update_display_data':
      return updateDisplay(fold, message.content);
    case 'error': {
      const { ename, evalue, traceback } = message.content;
      return append(startOutput(fold), { output_type: 'error', ename, evalue, traceback });
    }
  }
}

function clear(fold: OutputFold, wait: boolean): OutputFold {
  if (wait) return fold.clearsNext ? fold : { ...fold, clearsNext: true };
  return fold.outputs.length === 0 && !fold.clearsNext ? fold : NO_OUTPUT;
}

function startOutput(fold: OutputFold): OutputFold {
  return fold.clearsNext ? NO_OUTPUT : fold;
}

function append(fold: OutputFold, output: Output): OutputFold {
  const { outputs, size } = fold;
  if (!isFull(size, outputs.length)) {
    return { ...fold, outputs: [...outputs, output], size: size + outputSize(output) };
  }
  const { data, metadata } = REST_LEFT_OUT;
  const last = outputs.at(-1)!;
  if ('data' in last && last.data === data) return fold;
  return { ...fold, outputs: [...outputs, { output_type: 'display_data', data, metadata }] };
}

function appendText(fold: OutputFold, name: 'stdout' | 'stderr', text: string): OutputFold {
  const last = fold.outputs.at(-1);
  if (last?.output_type !== 'stream' || last.name !== name || isFull(fold.size, fold.outputs.length)) {
    return append(fold, { output_type: 'stream', name, text });
  }
  const grown = { ...last, text: last.text + text };
  return { ...fold, outputs: [...fold.outputs.slice(0, -1), grown], size: fold.size + text.length };
}

/**
 * Appends a display. A display with a known id also replaces the displays with this id. A display for an
 * omitted part replaces the earlier one, and all outputs after it.
 */
function appendDisplay(fold: OutputFold, output: Output, content: DisplayContent): OutputFold {
  if (leftOutIn(content) !== null) return append(upToLeftOut(startOutput(fold)), output);
  const updated = startOutput(updateDisplay(fold, content));
  const id = content.transient?.display_id;
  if (id === undefined) return append(updated, output);
  const displays = new Map(updated.displays);
  displays.set(id, [...(displays.get(id) ?? []), updated.outputs.length]);
  return append({ ...updated, displays }, output);
}

function upToLeftOut(fold: OutputFold): OutputFold {
  const at = fold.outputs.findIndex(isLeftOut);
  if (at < 0) return fold;
  const displays = new Map(
    [...fold.displays].map(([id, shown]) => [id, shown.filter((index) => index < at)] as const),
  );
  return { ...foldFrom(fold.outputs.slice(0, at)), displays };
}

function updateDisplay(fold: OutputFold, content: DisplayContent): OutputFold {
  const shown = fold.displays.get(content.transient?.display_id ?? '');
  if (shown === undefined) return fold;
  const { data, metadata } = content;
  let { outputs, size } = fold;
  for (const index of shown) {
    const output = outputs[index];
    if (output === undefined || !('data' in output)) continue;
    outputs = outputs.with(index, { ...output, data, metadata });
    size += bundleSize(data) - bundleSize(output.data);
  }
  return { ...fold, outputs, size };
}
