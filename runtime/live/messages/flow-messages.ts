/** What pages ask and are told of the flow of names between cells. Types only. */
import type {
  CellId,
  Contradiction,
  DiagramView,
  Question as FlowQuestionOfCell,
  PlacedDiagram,
  Unread,
} from '../../../slicer/index.ts';

/** The drawing of the flow: of cells, or as `view` says; all, or what has to do with `name`. */
export interface FlowQuestion {
  readonly ask: 'graph';
  readonly id: number;
  readonly view?: DiagramView;
  readonly name?: string;
  /** What cells need through others too. */
  readonly transitive?: boolean;
  /** The drawing also as the text of an SVG. */
  readonly svg?: boolean;
}

/** A question that text and declared effects leave open. `place`: of the cell, among the code cells, from 1. */
export type OpenQuestion = FlowQuestionOfCell & { readonly cell: CellId; readonly place: number };

export interface FlowAnswer {
  readonly to: 'graph';
  /** Null: there are too many arrows to draw. */
  readonly drawing: PlacedDiagram | null;
  readonly svg: string | null;
  /** The names that flow. */
  readonly names: readonly string[];
  /** Those that are open, and those that a person has answered. */
  readonly questions: readonly OpenQuestion[];
  /** Where runs have shown something else than the text. */
  readonly contradictions: readonly (Contradiction & { readonly cell: CellId; readonly place: number })[];
  /** Places of cells that could not be read whole. */
  readonly unread: readonly (Unread & { readonly place: number })[];
  /** Places of cells that took too long to look at to their end. */
  readonly cutOff: readonly number[];
}

/** A person's answer; null takes it back. */
export interface AnswerOperation {
  readonly op: 'answer-flow';
  readonly cell: CellId;
  readonly name: string;
  readonly asks: FlowQuestionOfCell['asks'];
  readonly answer: boolean | null;
}
