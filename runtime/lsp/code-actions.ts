/** Fixes of problems as code actions. A fix is tested again before it is made. */

import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import type { Phase } from '../../slicer/index.ts';
import type { NotebookChecker, Problem, ProblemKey } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import { standing } from './checks.ts';
import { SOURCE } from './diagnostics.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { workspaceEdit } from './variables.ts';

/** The content of an action until its edit is asked for. */
interface ActionData {
  readonly uri: string;
  readonly problem: ProblemKey;
}

/** The actions for the editor's diagnostics. */
export function actionsFor(
  { uri }: OpenNotebook,
  diagnostics: readonly Diagnostic[],
  problems: readonly Problem[],
): CodeAction[] {
  return diagnostics.flatMap((diagnostic): CodeAction[] => {
    if (diagnostic.source !== SOURCE) return [];
    const key = diagnostic.data as ProblemKey | undefined;
    const problem = problems.find(
      ({ code, cell, message }) => code === key?.code && cell === key.cell && message === key.message,
    );
    if (key === undefined || !problem?.fix) return [];
    return [
      {
        title: problem.fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        data: { uri, problem: key } satisfies ActionData,
      },
    ];
  });
}

/** An action with its edit. @throws {ResponseError} with the reason why the fix is not made */
export async function resolveAction(
  action: CodeAction,
  notebookAt: (uri: string) => OpenNotebook | undefined,
  checker: NotebookChecker,
  phase: Phase,
): Promise<CodeAction> {
  const { uri, problem } = action.data as ActionData;
  const notebook = notebookAt(uri);
  if (notebook === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, 'the notebook is closed');
  try {
    const { edits } = await checker.mend(standing(notebook), phase, problem);
    return {
      ...action,
      edit: workspaceEdit(notebook, new Map(edits.map(({ cell, source }) => [cell, source]))),
    };
  } catch (error) {
    if (error instanceof SluiceError) throw new ResponseError(LSPErrorCodes.RequestFailed, error.message);
    throw error;
  }
}
