/**
 * The flow of names between the cells of an open notebook, even before any run: from the text, from observed
 * runs, and from a person's answers, which it stores beside the notebook. Files and other world locations
 * flow as observed in runs.
 */
import { dirname } from 'node:path';
import { libraryBeside } from '../../../instrument/index.ts';
import {
  buildInformationFlow,
  type CellFacts,
  type CellId,
  type CoreState,
  type Diagram,
  diagramOf,
  type Flow,
  factsOfNotebook,
  GLOBALS,
  type InformationFlow,
  isOpen,
  type LibraryKnowledge,
  Observations,
  type PlacedDiagram,
  placeDiagram,
  placeInColumn,
  runsOfTexts,
  setUpCells,
  shownSymbol,
  svgOf,
  withAnswers,
  withObservations,
} from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import { KeptAnswers } from '../log/kept-answers.ts';
import type { AnswerOperation, FlowAnswer, FlowQuestion } from '../messages/flow-messages.ts';

/** More boxes would be too small in layers: they stand in a column. */
const MOST_BOXES = 15;
const NO_CELLS: ReadonlySet<CellId> = new Set();

/** The code cells of a notebook with their texts, in page order. */
type Sources = ReadonlyMap<CellId, string>;

/** The flow of an open notebook. */
export class NotebookFlow {
  readonly #path: () => string;
  #library: LibraryKnowledge | null = null;
  /** The facts from texts alone, and their texts. */
  #known: { readonly texts: string; readonly facts: readonly CellFacts[] } | null = null;
  #drawn: { readonly content: string; readonly drawing: PlacedDiagram | null } | null = null;

  constructor(path: () => string) {
    this.#path = path;
  }

  /** The drawing, with open questions. */
  answer(core: CoreState, question: FlowQuestion): FlowAnswer {
    const sources = sourcesOf(core);
    const { view = 'cells', name = null, transitive = false, svg = false } = question;
    const places = new Map([...sources.keys()].map((cell, at) => [cell, at + 1]));
    const seen = this.#seen(core, sources);
    const facts = withAnswers(seen, new KeptAnswers(this.#path()).for(seen, sources));
    const more = { flows: worldFlows(core, places), places };
    const graph = buildInformationFlow(facts, 'resolved', transitive, more);
    const diagram = diagramOf(graph, { view, name, sources });
    const isColumn = view === 'cells' && name === null && diagram.nodes.length > MOST_BOXES;
    const aside = isColumn ? setUpCells(sources) : NO_CELLS;
    const drawing = isColumn ? placeInColumn(diagram, aside) : this.#placed(diagram);
    const placed = <T extends { readonly cell: string }>(each: T) => ({
      ...each,
      place: places.get(each.cell)!,
    });
    return {
      to: 'graph',
      drawing,
      isColumn,
      aside: [...aside],
      svg: svg && drawing !== null ? svgOf(drawing, this.#path()) : null,
      names: namesOf(graph),
      questions: graph.questions.filter((each) => isOpen(each) || each.by === 'person').map(placed),
      contradictions: graph.contradictions.map(placed),
      unread: graph.unread.map(placed),
      cutOff: graph.cutOff.map((cell) => places.get(cell)!),
    };
  }

  /** The flows between cells, as far as texts, runs and answers show them. */
  flows(core: CoreState): readonly Flow[] {
    const sources = sourcesOf(core);
    const places = new Map([...sources.keys()].map((cell, at) => [cell, at + 1]));
    const seen = this.#seen(core, sources);
    const facts = withAnswers(seen, new KeptAnswers(this.#path()).for(seen, sources));
    return buildInformationFlow(facts, 'resolved', false, { flows: worldFlows(core, places), places }).flows;
  }

  /**
   * Stores a person's answer. @throws {SluiceError} when the question does not exist any more, or the answer
   * cannot be stored.
   */
  keep(core: CoreState, { cell, name, asks, answer }: AnswerOperation): void {
    const sources = sourcesOf(core);
    const found = this.#seen(core, sources).find((each) => each.cell === cell);
    const question = found?.questions.find((each) => each.name === name && each.asks === asks);
    if (question === undefined)
      throw new SluiceError('the cell has changed: that question is not open any more');
    new KeptAnswers(this.#path()).keep({ ...question, cell }, sources.get(cell)!, answer);
  }

  /** The placed diagram, cached because placing takes long for large ones. */
  #placed(diagram: Diagram): PlacedDiagram | null {
    const content = JSON.stringify(diagram);
    if (this.#drawn?.content !== content) this.#drawn = { content, drawing: placeDiagram(diagram) };
    return this.#drawn.drawing;
  }

  #seen({ settlement }: CoreState, sources: Sources): readonly CellFacts[] {
    const observations = new Observations();
    let kernel = '';
    for (const record of settlement.graph.executions()) {
      const scope = settlement.graph.scopedAt('', record.exec);
      if (scope !== kernel) observations.restart();
      kernel = scope;
      observations.take(record);
    }
    // in any-order mode cells count as they have run
    const order = settlement.order.filter((cell) => sources.has(cell));
    const cells = order.length === sources.size ? order : [...sources.keys()];
    return withObservations(this.#facts(cells, sources), runsOfTexts(observations.cells, sources));
  }

  #facts(order: readonly CellId[], sources: Sources): readonly CellFacts[] {
    const cells = order.map((cell) => ({ cell, source: sources.get(cell)! }));
    const texts = JSON.stringify(cells);
    if (this.#known?.texts !== texts) {
      this.#library ??= libraryBeside(dirname(this.#path()));
      this.#known = { texts, facts: factsOfNotebook(cells, this.#library) };
    }
    return this.#known.facts;
  }
}

function sourcesOf({ order, sources }: CoreState): Sources {
  return new Map(order.map((cell) => [cell, sources.get(cell) ?? '']));
}

function namesOf({ flows }: InformationFlow): string[] {
  return [...new Set(flows.map(({ name }) => name))].sort();
}

/** Files, random streams and other world locations that runs of one cell have left for runs of another. */
function worldFlows({ settlement, order }: CoreState, places: ReadonlyMap<string, number>): Flow[] {
  const flows = new Map<string, Flow>();
  for (const to of order) {
    for (const location of settlement.reads(to)) {
      if (location.object === GLOBALS || /^(?:\d+:)?o\d/.test(location.object)) continue;
      const name = shownSymbol(settlement.graph, settlement.execution(to)?.exec ?? 0, location);
      if (name === null) continue;
      for (const { cell: from } of settlement.expected.find(location, to)) {
        if (from === to || !places.has(from) || !places.has(to)) continue;
        const why = `cell ${places.get(from)!} has left ${name} as cell ${places.get(to)!} found it`;
        flows.set(`${from}\0${to}\0${name}`, { ...WORLD, from, to, name, why });
      }
    }
  }
  return [...flows.values()];
}

const WORLD = { kind: 'data', alias: false, certain: true, by: 'observed', seen: true } as const;
