/** The side panel of the current notebook: actions, the selected cell's reasons, problems, and the graph. */

import { Widget } from '@lumino/widgets';
import type { FollowedNotebook } from './followed-notebook.ts';
import type { Problem } from './kernel-line.ts';

/** How to get a kernel with Sluice. */
export const HOW =
  'This kernel runs without Sluice. Choose the kernel “Python 3 (Sluice)” (installed by: sluice kernelspec install), or run %load_ext sluice in a cell.';

/** How long changes rest before problems and the graph are asked for again. */
const REST_MS = 700;

/** The actions of buttons. */
export interface Actions {
  gather(notebook: FollowedNotebook): void;
  failed(error: unknown): void;
}

/** The panel. */
export class SidePanel extends Widget {
  #notebook: FollowedNotebook | null = null;
  readonly #how = element('p', 'sluice-how');
  readonly #stale = element('button', 'jp-mod-styled', 'Run what is stale');
  readonly #reactive = checkbox('Reactive: after a run, run the cells that depend on it');
  readonly #lit = checkbox('Light the slice of the selected cell');
  readonly #gather = element('button', 'jp-mod-styled', 'Gather');
  readonly #why = element('pre', 'sluice-why');
  readonly #problems = element('ul', 'sluice-problems');
  readonly #graph = element('div', 'sluice-graph');
  #rest = 0;

  constructor(actions: Actions) {
    super();
    this.id = 'sluice-panel';
    this.title.label = 'Sluice';
    this.title.caption = 'Sluice: states, problems and the graph of the notebook';
    this.addClass('sluice-panel');
    const buttons = element('div', 'sluice-buttons');
    buttons.append(this.#stale, this.#gather);
    this.node.append(this.#how, buttons, this.#reactive.label, this.#lit.label);
    this.node.append(title('Selected cell'), this.#why, title('Problems'), this.#problems);
    this.node.append(title('Graph'), this.#graph);
    this.#stale.onclick = () => void this.#notebook?.run('stale').catch(actions.failed);
    this.#gather.onclick = () => this.#notebook && actions.gather(this.#notebook);
    this.#reactive.box.onchange = () => this.#notebook?.setReactive(this.#reactive.box.checked);
    this.#lit.box.onchange = () => this.#notebook?.setLit(this.#lit.box.checked);
  }

  /** Follows a notebook; null: there is none. */
  follow(notebook: FollowedNotebook | null): void {
    this.#notebook = notebook;
    this.draw();
  }

  /** Draws the notebook again after a change. */
  draw(): void {
    const notebook = this.#notebook;
    const follows = notebook?.line?.following === 'yes';
    this.#how.hidden = follows || notebook?.line?.following === 'asked';
    this.#how.textContent = notebook === null ? 'Open a notebook.' : HOW;
    const count = notebook?.staleCount ?? 0;
    this.#stale.textContent = count === 0 ? 'Run what is stale' : `Run what is stale (${count})`;
    this.#stale.disabled = !follows || count === 0;
    this.#gather.disabled = !follows || notebook.selected === null;
    for (const { box } of [this.#reactive, this.#lit]) box.disabled = !follows;
    this.#reactive.box.checked = notebook?.isReactive ?? false;
    this.#lit.box.checked = notebook?.isLit ?? true;
    clearTimeout(this.#rest);
    if (this.isVisible) this.#rest = window.setTimeout(() => void this.#askAll(), REST_MS);
  }

  protected override onAfterShow(): void {
    void this.#askAll();
  }

  async #askAll(): Promise<void> {
    const notebook = this.#notebook;
    const line = notebook?.line?.following === 'yes' ? notebook.line : null;
    this.#why.textContent = '';
    if (notebook === null || line === null) {
      this.#problems.replaceChildren();
      this.#graph.replaceChildren();
      return;
    }
    try {
      const { selected } = notebook;
      const hasRun = selected !== null && line.states.get(selected)?.state !== 'not-run';
      if (hasRun) {
        const told = await line.ask('why', selected).catch((error: Error) => ({ text: error.message }));
        if (notebook.selected === selected) this.#why.textContent = told.text;
      } else this.#why.textContent = selected === null ? '' : 'not run in this kernel';
      const name = notebook.panel.context.path.split('/').at(-1) ?? '';
      const { problems = [] } = await line.ask('check', name);
      this.#drawProblems(notebook, problems);
      const { svg, text } = await line.ask('graph');
      this.#drawGraph(svg, text);
    } catch (error) {
      this.#problems.replaceChildren(
        element('li', '', String(error instanceof Error ? error.message : error)),
      );
    }
  }

  #drawProblems(notebook: FollowedNotebook, problems: readonly Problem[]): void {
    const items = problems.map(({ severity, message, code, cell, line }) => {
      const item = element('li', `sluice-${severity}`, `${message} [${code}]`);
      if (cell !== null) item.onclick = () => notebook.select(cell);
      item.title = line === null ? '' : `line ${line}`;
      return item;
    });
    this.#problems.replaceChildren(...(items.length > 0 ? items : [element('li', '', 'No problems.')]));
  }

  #drawGraph(svg: string | undefined, text: string): void {
    if (svg === undefined) this.#graph.textContent = text;
    else {
      const image = element('img', '');
      image.alt = text;
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      this.#graph.replaceChildren(image);
    }
  }
}

function title(text: string): HTMLElement {
  return element('h3', '', text);
}

function checkbox(text: string): { readonly label: HTMLElement; readonly box: HTMLInputElement } {
  const label = element('label', 'sluice-option');
  const box = element('input', '');
  box.type = 'checkbox';
  label.append(box, text);
  return { label, box };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
