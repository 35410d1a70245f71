/** Messages between pages and the server about the flow of names between cells. Types only. */
import type {
  CellId,
  Contradiction,
  DiagramView,
  Question as FlowQuestionOfCell,
  PlacedDiagram,
  Unread,
} from '../../../slicer/index.ts';

/** Asks for the drawing of the flow: of cells, or of another `view`; everything, or only parts that concern `name`. */
export interface FlowQuestion {
  readonly ask: 'graph';
  readonly id: number;
  readonly view?: DiagramView;
  readonly name?: string;
  /** Whether needs through other cells are included. */
  readonly transitive?: boolean;
  /** The drawing also as the text of an SVG. */
  readonly svg?: boolean;
}

/**
 * A question left open by text and declared effects. `place`: the position of the cell among the code cells,
 * from 1.
 */
export type OpenQuestion = FlowQuestionOfCell & { readonly cell: CellId; readonly place: number };

export interface FlowAnswer {
  readonly to: 'graph';
  /** Null: there are too many arrows to draw. */
  readonly drawing: PlacedDiagram | null;
  /** Whether the boxes stand in one column, with bows as arrows, because there are many. */
  readonly isColumn: boolean;
  /** Cells whose arrows are left out in a column: they only import and set options. */
  readonly aside: readonly CellId[];
  readonly svg: string | null;
  /** The names in the flow. */
  readonly names: readonly string[];
  /** Open questions, and questions answered by a person. */
  readonly questions: readonly OpenQuestion[];
  /** Observations that contradict the text. */
  readonly contradictions: readonly (Contradiction & { readonly cell: CellId; readonly place: number })[];
  /** Positions of partly unreadable cells. */
  readonly unread: readonly (Unread & { readonly place: number })[];
  /** Positions of cells whose analysis was stopped because it took too long. */
  readonly cutOff: readonly number[];
}

/** A person's answer; null deletes it. */
export interface AnswerOperation {
  readonly op: 'answer-flow';
  readonly cell: CellId;
  readonly name: string;
  readonly asks: FlowQuestionOfCell['asks'];
  readonly answer: boolean | null;
}
