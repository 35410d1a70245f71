/**
 * The parts of JupyterLab that the extension uses, from JupyterLab's own declarations. The packages themselves
 * bring more than a hundred others, and are loaded by JupyterLab.
 */

interface LabSignal<Sender, Args> {
  connect(slot: (sender: Sender, args: Args) => void): boolean;
  disconnect(slot: (sender: Sender, args: Args) => void): boolean;
}

declare module '@jupyterlab/notebook' {
  import type { Kernel } from '@jupyterlab/services';
  import type { Token } from '@lumino/coreutils';
  import type { Widget } from '@lumino/widgets';

  export interface Cell extends Widget {
    readonly model: {
      readonly id: string;
      readonly type: string;
      readonly sharedModel: { getSource(): string };
    };
    /** Null until the cell has been in view. */
    readonly editor: object | null;
    readonly ready: Promise<void>;
  }
  export interface Notebook extends Widget {
    readonly widgets: readonly Cell[];
    readonly activeCell: Cell | null;
    activeCellIndex: number;
    readonly activeCellChanged: LabSignal<Notebook, Cell | null>;
    readonly modelContentChanged: LabSignal<Notebook, unknown>;
    scrollToItem(index: number): Promise<void>;
  }
  export interface SessionContext {
    readonly session: { readonly kernel: Kernel.IKernelConnection | null } | null;
    readonly ready: Promise<void>;
    readonly kernelChanged: LabSignal<SessionContext, unknown>;
  }
  export interface NotebookPanel extends Widget {
    readonly content: Notebook;
    readonly context: { readonly path: string; readonly ready: Promise<void> };
    readonly sessionContext: SessionContext;
  }
  export interface INotebookTracker {
    readonly currentWidget: NotebookPanel | null;
    readonly currentChanged: LabSignal<INotebookTracker, NotebookPanel | null>;
    readonly widgetAdded: LabSignal<INotebookTracker, NotebookPanel>;
    forEach(visit: (panel: NotebookPanel) => void): void;
  }
  export const INotebookTracker: Token<INotebookTracker>;
  export const NotebookActions: {
    /** Since 4.2. Resolves to whether all cells ran without an error. */
    runCells(notebook: Notebook, cells: readonly Cell[], context: SessionContext): Promise<boolean>;
  };
}

declare module '@jupyterlab/apputils' {
  import type { Token } from '@lumino/coreutils';

  export interface ICommandPalette {
    addItem(item: { readonly command: string; readonly category: string }): unknown;
  }
  export const ICommandPalette: Token<ICommandPalette>;
  export const Notification: {
    info(message: string, options: { readonly autoClose: number | false }): string;
    error(message: string, options: { readonly autoClose: number | false }): string;
  };
}

declare module '*.css' {
  const text: string;
  export default text;
}
