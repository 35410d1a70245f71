/** The door of information flow: facts of cells, and the graph that is drawn from them. */

export type { AnsweredBy, CellFacts, FlowKind, NameFact, Question } from './cell-facts.ts';
export {
  BOUNDS,
  type Bound,
  buildInformationFlow,
  type Flow,
  type FlowCell,
  type InformationFlow,
} from './graph.ts';
export {
  type CellText,
  factsOfNotebook,
  type InterpretedNotebook,
  interpretNotebook,
} from './notebook-facts.ts';
