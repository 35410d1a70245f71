/** The functions that Sluice gives to an extension of its pages (docs/extending.md). */

/** A cell of the open notebook. It is a view: changes of it change nothing. */
export interface Cell {
  readonly id: string;
  readonly type: 'code' | 'markdown' | 'raw';
  readonly source: string;
  /** `settled`, `stale`, `edited`, `running`, `failed`, …: the words of docs/reactive.md. */
  readonly state: string;
  /** Outputs in the format of notebooks (nbformat 4). */
  readonly outputs: readonly unknown[];
}

/** Undoes what a function has set up. */
export type Stop = () => void;

export interface Sluice {
  /** Adds a command to the palette and to the list of keys. `keys`: `Ctrl+Alt+m`, or `g g` for a key pressed twice. */
  addCommand(command: {
    readonly id: string;
    readonly title: string;
    readonly keys?: readonly string[];
    readonly run: () => unknown;
  }): void;

  /** Draws outputs that have data of this type, in notebooks that the person trusts. `draw` may return a function that undoes it. */
  addRenderer(mime: string, draw: (data: unknown, element: HTMLElement) => unknown): void;

  /** Adds a panel at the side, with a command that opens it. `draw` may return a function that undoes it. */
  addPanel(panel: {
    readonly id: string;
    readonly title: string;
    readonly draw: (element: HTMLElement) => unknown;
  }): void;

  /** The cells, from top to bottom. */
  cells(): readonly Cell[];

  /** Gives a cell another text, as if the person had typed it. @throws {Error} when there is no such cell */
  setSource(id: string, text: string): void;

  /** Runs code cells, as the button of a cell does. @throws {Error} when there is no such cell */
  run(ids: readonly string[]): void;

  /** Calls the listener after cells have changed: their order, text, state or outputs. Returns a function that ends this. */
  on(event: 'changed', listener: () => void): Stop;
}

/** The function that an extension exports under the name `activate`. */
export type Activate = (sluice: Sluice) => unknown;
