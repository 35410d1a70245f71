/**
 * Explains the outputs of an exported notebook: under the pointer, or when asked, the cells and lines that made
 * an output light up, and the side shows why.
 */

import type { Explanation } from '../../runtime/index.ts';
import { drawArcs } from './arcs.ts';
import { cellLink, element } from './elements.ts';

type View = 'why' | 'graph' | 'script';
const VIEWS: readonly (readonly [View, string])[] = [
  ['why', 'Why'],
  ['graph', 'Graph'],
  ['script', 'Script'],
];

/** Starts the explanations. */
export function explain(data: Explanation): void {
  new Explainer(data);
}

class Explainer {
  readonly #data: Explanation;
  readonly #side = element('aside', { class: 'why', 'aria-label': 'Why' });
  readonly #body = element('div');
  #view: View = 'why';
  #pinned: number | null = null;
  #shown: number | null = null;

  constructor(data: Explanation) {
    this.#data = data;
    const tabs = element('nav', { role: 'tablist' });
    for (const [view, name] of VIEWS) {
      const tab = element(
        'button',
        { type: 'button', role: 'tab', 'aria-selected': String(view === this.#view) },
        name,
      );
      tab.addEventListener('click', () => {
        this.#view = view;
        for (const other of tabs.children) other.setAttribute('aria-selected', String(other === tab));
        this.#draw();
      });
      tabs.append(tab);
    }
    this.#side.append(tabs, this.#body);
    document.body.append(this.#side);
    for (const section of document.querySelectorAll<HTMLElement>('section[data-cell]'))
      this.#prepare(section);
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#pin(null);
    });
    this.#draw();
  }

  #prepare(section: HTMLElement): void {
    const cell = Number(section.dataset.cell);
    if (this.#data.needs[cell] === undefined) return;
    const outputs = section.querySelector('.outputs');
    outputs?.addEventListener('pointerenter', () => this.#pinned === null && this.#show(cell));
    outputs?.addEventListener('pointerleave', () => this.#pinned === null && this.#show(null));
    const ask = element(
      'button',
      { type: 'button', class: 'ask', 'aria-pressed': 'false' },
      `Why? (cell ${cell})`,
    );
    ask.addEventListener('click', () => this.#pin(this.#pinned === cell ? null : cell));
    section.append(ask);
  }

  /** Keeps the explanation of a cell; null: lets go of it. */
  #pin(cell: number | null): void {
    this.#pinned = cell;
    for (const ask of document.querySelectorAll('.ask'))
      ask.setAttribute(
        'aria-pressed',
        String(cell !== null && ask.parentElement?.dataset.cell === String(cell)),
      );
    this.#show(cell);
  }

  #show(cell: number | null): void {
    this.#shown = cell;
    document.body.classList.toggle('explaining', cell !== null);
    for (const lit of document.querySelectorAll('.needed, .target')) lit.classList.remove('needed', 'target');
    if (cell !== null) {
      for (const [needed, lines] of this.#data.needs[cell] ?? []) {
        const section = sectionOf(needed);
        section?.classList.add(needed === cell ? 'target' : 'needed');
        const code = section?.querySelectorAll('.line');
        for (const line of lines) code?.[line - 1]?.classList.add('needed');
      }
    }
    this.#draw();
  }

  #draw(): void {
    this.#body.replaceChildren(...this.#content());
  }

  #content(): Node[] {
    const cell = this.#shown;
    if (this.#view === 'graph') return [drawArcs(this.#data, cell, (wanted) => this.#pin(wanted))];
    if (cell === null)
      return [
        element(
          'p',
          {},
          'Move the pointer over an output, or press its Why button: the lines that made it light up.',
        ),
        element('p', {}, 'Escape ends it.'),
      ];
    return this.#view === 'script' ? this.#script(cell) : this.#why(cell);
  }

  #why(cell: number): Node[] {
    const { needs, kept, statements, doubts, edges, titles } = this.#data;
    const needed = needs[cell] ?? [];
    const cells = new Set(needed.map(([number]) => number));
    const others = needed.filter(([number]) => number !== cell);
    const lines = new Map(needed.map(([number, own]) => [number, new Set(own)]));
    const list = element('ol');
    for (const [number] of others.toReversed()) {
      const item = element('li', {}, cellLink(number), ` ${titles[number - 1] ?? ''}`);
      for (const { from, to, why } of edges) {
        if (from !== number || !cells.has(to)) continue;
        // other statements of the two cells may depend on each other too
        const own = why.filter(([, wrote, read]) => lines.get(from)?.has(wrote) && lines.get(to)?.has(read));
        if (own.length === 0) continue;
        const words = own.map(([symbol, wrote, read]) => `${symbol} (line ${wrote}, read in line ${read})`);
        item.append(element('div', { class: 'reasons' }, cellLink(to), ` uses ${words.join(', ')}`));
      }
      list.append(item);
    }
    const share = `${kept[cell] ?? 0} of ${statements} statements`;
    return [
      element(
        'h2',
        {},
        `Cell ${cell} needs ${others.length === 1 ? '1 other cell' : `${others.length} other cells`}, ${share}`,
      ),
      ...(doubts[cell] ?? []).map((reason) => element('p', {}, `Something may be missing: ${reason}`)),
      list,
    ];
  }

  #script(cell: number): Node[] {
    const script = this.#data.scripts[cell];
    if (script === undefined)
      return [
        element(
          'p',
          {},
          `No script is kept for cell ${cell}, which shows nothing, or whose script is too long.`,
        ),
      ];
    const save = element(
      'a',
      { download: `cell-${cell}.py`, href: `data:text/x-python;charset=utf-8,${encodeURIComponent(script)}` },
      `Save as cell-${cell}.py`,
    );
    return [element('p', {}, save), element('pre', { tabindex: '0' }, script)];
  }
}

function sectionOf(cell: number): HTMLElement | null {
  return document.querySelector(`section[data-cell="${cell}"]`);
}
