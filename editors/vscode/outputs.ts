/** Outputs of a notebook in VS Code's form, as its own reader of notebooks makes them. */

import * as vscode from 'vscode';
import type { Output } from '../../runtime/index.ts';

/** The outputs. */
export function outputsOf(outputs: readonly Output[]): vscode.NotebookCellOutput[] {
  return outputs.map((output) => {
    const { output_type: outputType } = output;
    switch (output.output_type) {
      case 'stream': {
        const item = output.name === 'stderr' ? 'stderr' : 'stdout';
        const made = vscode.NotebookCellOutputItem[item](output.text);
        return new vscode.NotebookCellOutput([made], { outputType });
      }
      case 'error': {
        const { ename, evalue, traceback } = output;
        const error = { name: ename, message: evalue, stack: traceback.join('\n') };
        const metadata = { outputType, originalError: output };
        return new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.error(error)], metadata);
      }
      default: {
        const count = 'execution_count' in output ? { executionCount: output.execution_count } : {};
        const metadata = { outputType, metadata: output.metadata, ...count };
        const items = Object.entries(output.data).map(([mime, data]) => itemOf(mime, data));
        return new vscode.NotebookCellOutput(richestFirst(items), metadata);
      }
    }
  });
}

function itemOf(mime: string, data: unknown): vscode.NotebookCellOutputItem {
  if (typeof data !== 'string') return vscode.NotebookCellOutputItem.json(data, mime);
  const isBinary = /^(?:image|audio|video)\//.test(mime) && mime !== 'image/svg+xml';
  return isBinary
    ? new vscode.NotebookCellOutputItem(Buffer.from(data, 'base64'), mime)
    : vscode.NotebookCellOutputItem.text(data, mime);
}

/** VS Code shows the first form that it can draw. */
function richestFirst(items: vscode.NotebookCellOutputItem[]): vscode.NotebookCellOutputItem[] {
  const rank = ({ mime }: vscode.NotebookCellOutputItem) => {
    const at = RICHEST.findIndex((form) => form.test(mime));
    return at < 0 ? RICHEST.length : at;
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}

const RICHEST = [
  /^application\/vnd\./,
  /^text\/html$/,
  /^image\/svg\+xml$/,
  /^image\//,
  /^text\/markdown$/,
  /^text\/latex$/,
  /^application\/json$/,
  /^text\/plain$/,
];
