/** The language server (LSP 3.17 with notebook documents): requests of an editor, and their answers. */

import {
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node.js';
import type { Phase } from '../../slicer/index.ts';
import { CheckThread } from '../problems/index.ts';
import { Analyses, type NamedVariable } from './analyses.ts';
import { Checks } from './checks.ts';
import { actionsFor, resolveAction } from './code-actions.ts';
import { lensesOf } from './code-lenses.ts';
import { LiveStates } from './live-states.ts';
import type { OpenNotebook } from './open-notebook.ts';
import { PercentScripts } from './percent-scripts.ts';
import { STALE_CELLS, staleCells } from './stale-cells.ts';
import { SynchronizedNotebooks } from './synchronized-notebooks.ts';
import { definitionsOf, hoverOf, referencesOf, renameEdits, renameRange } from './variables.ts';

const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  notebookDocumentSync: {
    notebookSelector: [{ notebook: { notebookType: 'jupyter-notebook' } }],
    save: true,
  },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
  executeCommandProvider: { commands: [STALE_CELLS] },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix], resolveProvider: true },
};

/** The editor's side. */
export interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** How long the states of cells may change before the editor asks for them again. */
const REFRESH_MS = 300;

/** Serves an editor until it ends; `version`: of Sluice. */
export function serveLanguage(streams: Streams, version: string, phase: Phase): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, streams.input, streams.output);
  const ended = new Promise<void>((resolve) => {
    connection.onExit(resolve);
    streams.input.on('end', resolve);
  });
  const close = serve(connection, version, phase);
  connection.listen();
  return ended.then(close);
}

/** Answers requests; returns a function that closes lines to other servers. */
function serve(connection: Connection, version: string, phase: Phase): () => void {
  let refreshes = false;
  let refreshing: NodeJS.Timeout | undefined;
  const checker = new CheckThread();
  const checks = new Checks(connection, checker, phase);
  const analyses = new Analyses();
  const refresh = (): void => {
    if (!refreshes) return;
    // an edit or a run of one cell changes the states of others
    clearTimeout(refreshing);
    refreshing = setTimeout(() => void connection.sendRequest(CodeLensRefreshRequest.type), REFRESH_MS);
  };
  const live = new LiveStates(
    () => sources.flatMap((source) => source.all()).map(({ path }) => path),
    refresh,
  );
  const changed = (notebook: OpenNotebook): void => {
    live.edited(notebook.path);
    checks.changed(notebook);
    refresh();
  };
  const closed = (notebook: OpenNotebook): void => {
    checks.closed(notebook);
    analyses.closed(notebook);
    live.look();
  };
  const sources = [new SynchronizedNotebooks(changed, closed), new PercentScripts(changed, closed)];
  for (const source of sources) source.listen(connection);
  const notebookOf = (uri: string): OpenNotebook | null =>
    sources.map((source) => source.notebookOf(uri)).find((found) => found !== null) ?? null;

  connection.onInitialize(({ capabilities }) => {
    refreshes = capabilities.workspace?.codeLens?.refreshSupport === true;
    return { capabilities: CAPABILITIES, serverInfo: { name: 'sluice', version } };
  });

  const at = <T>(
    { textDocument: { uri }, position }: Positioned,
    answer: (notebook: OpenNotebook, variable: NamedVariable) => T,
  ): T | null => {
    const notebook = notebookOf(uri);
    const variable = notebook && analyses.variableAt(notebook, uri, position);
    return notebook && variable ? answer(notebook, variable) : null;
  };
  connection.onHover((asked) => at(asked, hoverOf));
  connection.onDefinition((asked) => at(asked, definitionsOf));
  connection.onReferences((asked) =>
    at(asked, (notebook, variable) => referencesOf(notebook, variable, asked.context.includeDeclaration)),
  );
  connection.onDocumentHighlight((asked) =>
    at(asked, (notebook, variable) =>
      referencesOf(notebook, variable, true).filter(({ uri }) => uri === asked.textDocument.uri),
    ),
  );
  connection.onPrepareRename((asked) => at(asked, (_, variable) => renameRange(variable)));
  connection.onRenameRequest((asked) =>
    at(asked, (notebook, variable) => renameEdits(notebook, variable, asked.newName, analyses)),
  );
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const notebook = notebookOf(uri);
    return (
      notebook &&
      lensesOf(notebook, uri, analyses.of(notebook).standings(), (...cell) => live.of(notebook.path, ...cell))
    );
  });
  connection.onCodeAction(({ textDocument: { uri }, context }) => {
    const notebook = notebookOf(uri);
    return notebook && actionsFor(notebook, context.diagnostics, checks.problemsOf(notebook));
  });
  const notebookAt = (uri: string) =>
    sources.flatMap((source) => source.all()).find((each) => each.uri === uri);
  connection.onCodeActionResolve((action) => resolveAction(action, notebookAt, checker, phase));
  connection.onExecuteCommand(({ command, arguments: [uri] = [] }) => {
    const notebook = command === STALE_CELLS ? notebookAt(String(uri)) : undefined;
    return notebook === undefined ? [] : staleCells(notebook, analyses.of(notebook).standings());
  });
  return () => live.close();
}

interface Positioned {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}
