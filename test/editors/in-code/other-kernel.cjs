/** Runs inside of VS Code: a notebook with a kernel of another extension. A rejected promise is a failed test. */

const assert = require('node:assert');
const vscode = require('vscode');
const { until } = require('./until.cjs');

exports.run = async () => {
  const [folder] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder.uri, 'other.ipynb');
  const ran = [];
  const other = vscode.notebooks.createNotebookController('other', 'jupyter-notebook', 'Other');
  other.supportsExecutionOrder = true;
  other.executeHandler = (cells) => {
    for (const cell of cells) {
      ran.push(cell.index + 1);
      const execution = other.createNotebookCellExecution(cell);
      execution.executionOrder = ran.length;
      execution.start(Date.now());
      execution.end(true, Date.now());
    }
  };
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  await vscode.window.showNotebookDocument(notebook);
  await vscode.commands.executeCommand('notebook.selectKernel', {
    id: 'other',
    extension: 'nullExtensionDescription',
  });
  await vscode.commands.executeCommand('notebook.execute');
  await until(() => ran, [1, 2, 3, 4, 5]);
  const { document } = notebook.cellAt(0);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, 1, 0), 'share = 0.5');
  assert.ok(await vscode.workspace.applyEdit(edit));
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: [{ start: 0, end: 1 }],
    document: uri,
  });
  await until(() => ran, [1, 2, 3, 4, 5, 1]);

  const lenses = async (at) => {
    const cell = notebook.cellAt(at - 1).document.uri;
    const found = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', cell, 9);
    return found.map(({ command }) => command.title).join();
  };
  await until(async () => /^stale/.test(await lenses(4)), true);
  console.log('# Run What Is Stale runs by the ordinary command');
  await vscode.commands.executeCommand('sluice.runStale');
  await until(() => ran, [1, 2, 3, 4, 5, 1, 3, 4]);
  await until(async () => /^up to date/.test(await lenses(4)), true);
};
