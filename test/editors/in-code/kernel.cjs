/** Runs inside of VS Code: a notebook with the kernel "Sluice". A rejected promise is a failed test. */

const assert = require('node:assert');
const { existsSync, readFileSync } = require('node:fs');
const vscode = require('vscode');
const { until } = require('./until.cjs');

exports.run = async () => {
  const [folder] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder.uri, 'live.ipynb');
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  const editor = await vscode.window.showNotebookDocument(notebook);
  const run = (at) => {
    const ranges = [{ start: at - 1, end: at }];
    return vscode.commands.executeCommand('notebook.cell.execute', { ranges, document: uri });
  };
  const write = async (at, text) => {
    const { document } = notebook.cellAt(at - 1);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };

  await vscode.commands.executeCommand('notebook.selectKernel', { id: 'sluice', extension: 'sluice.sluice' });
  await vscode.commands.executeCommand('notebook.execute');
  await until(() => textOf(notebook, 4), '3\n');
  await until(
    () => notebook.cellAt(4).outputs.flatMap(({ items }) => items.map(({ mime }) => mime)),
    ['text/html', 'image/png', 'text/plain'],
  );
  assert.equal(notebook.cellAt(3).executionSummary.success, true);

  console.log('# a changed cell runs, and the cells that depend on it');
  await write(1, 'share = 0.5');
  await run(1);
  await until(() => textOf(notebook, 4), '5\n');

  console.log('# lazy: Run What Is Stale runs them');
  await vscode.commands.executeCommand('sluice.reactive');
  await write(1, 'share = 0.8');
  await run(1);
  await until(() => notebook.cellAt(0).executionSummary.executionOrder > 5, true);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(textOf(notebook, 4), '5\n');
  await vscode.commands.executeCommand('sluice.runStale');
  await until(() => textOf(notebook, 4), '8\n');

  console.log('# an error, an added cell, a deleted cell');
  const added = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'print(1 / 0)', 'python');
  await change(notebook, vscode.NotebookEdit.insertCells(5, [added]));
  await run(6);
  await until(() => notebook.cellAt(5).executionSummary?.success, false);
  await change(notebook, vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(5, 6)));

  console.log('# VS Code saves the file, and nobody else');
  const before = readFileSync(uri.fsPath, 'utf8');
  assert.doesNotMatch(before, /0\.8/);
  assert.ok(await notebook.save());
  const saved = JSON.parse(readFileSync(uri.fsPath, 'utf8'));
  assert.deepEqual(saved.cells[3].outputs, [{ name: 'stdout', output_type: 'stream', text: ['8\n'] }]);
  assert.equal(saved.cells[0].id, 'c1');
  await write(1, 'share = 0.7');
  await run(1);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  assert.equal(JSON.parse(readFileSync(uri.fsPath, 'utf8')).cells[0].source.join(''), 'share = 0.8');
  await vscode.commands.executeCommand('sluice.runStale');
  await until(() => textOf(notebook, 4), '7\n');
  await write(2, 'rows = list(range(20))');

  editor.selections = [new vscode.NotebookRange(3, 4)];
  console.log('# look at the page');
  await until(() => existsSync(vscode.Uri.joinPath(folder.uri, 'looked').fsPath), true);

  console.log('# an agent has changed a cell and added one');
  await until(() => notebook.cellAt(4).document.getText(), 'print("by an agent")');
  await until(() => notebook.cellAt(5)?.document.getText(), 'added = 1');
  await until(() => textOf(notebook, 5), 'by an agent\n');

  console.log('# an interrupt, a question of a cell, a restart');
  await write(6, 'import time\ntime.sleep(60)');
  await run(6);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await vscode.commands.executeCommand('notebook.cancelExecution', {
    ranges: [{ start: 5, end: 6 }],
    document: uri,
  });
  await until(() => notebook.cellAt(5).executionSummary?.success, false);
  assert.match(textOf(notebook, 6), /KeyboardInterrupt/);
  await write(6, 'print("Hello", input("name? "))');
  await run(6);
  await until(async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return textOf(notebook, 6);
  }, 'name? \nHello \n');
  await vscode.commands.executeCommand('sluice.restart');
  await vscode.commands.executeCommand('sluice.reactive');
  await run(4);
  await until(() => textOf(notebook, 4), '14\n');

  console.log('# the script of a cell');
  await vscode.commands.executeCommand('sluice.gather', notebook.cellAt(3));
  const script = vscode.window.activeTextEditor.document.getText();
  assert.match(script, /share = 0\.7/);
  assert.doesNotMatch(script, /unused/);
};

function change(notebook, edit) {
  const whole = new vscode.WorkspaceEdit();
  whole.set(notebook.uri, [edit]);
  return vscode.workspace.applyEdit(whole);
}

function textOf(notebook, at) {
  const items = notebook.cellAt(at - 1).outputs.flatMap((output) => output.items);
  return items.map(({ data }) => Buffer.from(data).toString()).join('');
}
