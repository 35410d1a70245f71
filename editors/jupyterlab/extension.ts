/** The JupyterLab extension: follows open notebooks, and adds commands and a side panel. It analyses nothing. */

import { ICommandPalette, Notification } from '@jupyterlab/apputils';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import type { Contents } from '@jupyterlab/services';
import type { CommandRegistry } from '@lumino/commands';
import type { Widget } from '@lumino/widgets';
import { FollowedNotebook } from './followed-notebook.ts';
import { HOW, SidePanel } from './side-panel.ts';
import style from './style.css';

interface Application {
  readonly commands: CommandRegistry;
  readonly shell: { add(widget: Widget, area: string, options: { readonly rank: number }): void };
  readonly serviceManager: { readonly contents: Contents.IManager };
}

/** The key in the browser's storage after the hint was shown. */
const TOLD = 'sluice-jupyterlab:told';

function activate(app: Application, tracker: INotebookTracker, palette: ICommandPalette | null): void {
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  const notebooks = new Map<NotebookPanel, FollowedNotebook>();
  const current = () => (tracker.currentWidget && notebooks.get(tracker.currentWidget)) ?? null;
  const failed = (error: unknown) => {
    Notification.error(`Sluice: ${error instanceof Error ? error.message : error}`, { autoClose: 8000 });
  };
  const gather = (notebook: FollowedNotebook) => openScript(app, notebook).catch(failed);
  const panel = new SidePanel({ gather, failed });
  app.shell.add(panel, 'right', { rank: 900 });
  const follow = (opened: NotebookPanel): void => {
    const notebook = new FollowedNotebook(opened, () => {
      if (notebook.line?.following === 'no' && isPython(opened)) tellHow();
      if (current() === notebook) panel.draw();
      app.commands.notifyCommandChanged();
    });
    notebooks.set(opened, notebook);
    opened.disposed.connect(() => notebooks.delete(opened));
    if (tracker.currentWidget === opened) panel.follow(notebook);
  };
  tracker.widgetAdded.connect((_, opened) => follow(opened));
  tracker.forEach(follow);
  tracker.currentChanged.connect(() => panel.follow(current()));

  const add = (
    name: string,
    label: string,
    execute: (notebook: FollowedNotebook) => unknown,
    isToggled?: (notebook: FollowedNotebook) => boolean,
  ): void => {
    const command = `sluice:${name}`;
    app.commands.addCommand(command, {
      label,
      isEnabled: () => current()?.line?.following === 'yes',
      ...(isToggled && { isToggled: () => isToggled(current()!) }),
      execute: async () => {
        const notebook = current();
        if (notebook !== null) await Promise.resolve(execute(notebook)).catch(failed);
      },
    });
    palette?.addItem({ command, category: 'Sluice' });
  };
  add('run-stale', 'Run What Is Stale', (notebook) => notebook.run('stale'));
  add('gather', 'Gather the Script of the Selected Cell', gather);
  add(
    'reactive',
    'Reactive: Run Cells That Depend on a Run',
    (notebook) => notebook.setReactive(!notebook.isReactive),
    (notebook) => notebook.isReactive,
  );
}

/** Opens the script of the selected cell in a new file beside the notebook. */
async function openScript(app: Application, { line, selected, panel }: FollowedNotebook): Promise<void> {
  if (line === null || selected === null) return;
  const { text } = await line.ask('gather', selected);
  const folder = panel.context.path.split('/').slice(0, -1).join('/');
  const { contents } = app.serviceManager;
  const { path } = await contents.newUntitled({ path: folder, type: 'file', ext: '.py' });
  await contents.save(path, { type: 'file', format: 'text', content: text });
  await app.commands.execute('docmanager:open', { path });
}

function isPython({ sessionContext }: NotebookPanel): boolean {
  return /python/.test(sessionContext.session?.kernel?.name ?? '');
}

function tellHow(): void {
  if (localStorage.getItem(TOLD) !== null) return;
  localStorage.setItem(TOLD, 'yes');
  Notification.info(HOW, { autoClose: 15_000 });
}

export default {
  id: 'sluice-jupyterlab:plugin',
  description: 'States of cells, slices, scripts and problems from a kernel with Sluice.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ICommandPalette],
  activate,
};
