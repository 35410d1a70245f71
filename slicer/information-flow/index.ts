/** The door of information flow: facts of cells, their graph, and its drawing. */

export { type GivenAnswer, isOpen, withAnswers, withObservations } from './answers.ts';
export type {
  AnsweredBy,
  CellFacts,
  Contradiction,
  FlowKind,
  NameFact,
  Question,
  Unread,
} from './cell-facts.ts';
export { placeInColumn } from './column.ts';
export { DIAGRAM_VIEWS, type Diagram, type DiagramOptions, type DiagramView, diagramOf } from './diagram.ts';
export {
  BOUNDS,
  type Bound,
  buildInformationFlow,
  type Flow,
  type FlowCell,
  type InformationFlow,
  type MoreOfGraph,
} from './graph.ts';
export {
  MOST_ARROWS,
  type PlacedArrow,
  type PlacedDiagram,
  type PlacedStack,
  placeDiagram,
} from './lay-out.ts';
export {
  type CellText,
  factsOfNotebook,
  type InterpretedNotebook,
  interpretCells,
  interpretNotebook,
} from './notebook-facts.ts';
export { Observations, type ObservedCell, runsOfTexts } from './observed.ts';
export { setUpCells } from './set-up-cells.ts';
export { svgOf } from './svg.ts';
