/** The options of `sluice graph`, checked. */
import { BOUNDS, type Bound, DIAGRAM_VIEWS, type DiagramView } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { ModelAddress } from '../model/index.ts';
import { type AnswerOption, parseAnswer } from './answer-option.ts';
import { GRAPH_FORMATS, type GraphFormat } from './graph-text.ts';
import { choice, positive, text, texts, type Values } from './option-values.ts';

/** The graph to draw, its format, and the sources of answers. */
export interface GraphSettings {
  readonly bound: Bound;
  /** Dependences through other cells too. */
  readonly transitive: boolean;
  readonly format: GraphFormat;
  readonly view: DiagramView;
  /** Only the parts that concern this name. */
  readonly name: string | null;
  /** Files with the reads and changes of runs, besides the log beside the notebook. */
  readonly observed: readonly string[];
  readonly answers: readonly AnswerOption[];
  /** Null: no model is asked. */
  readonly model: { readonly address: ModelAddress; readonly most: number } | null;
}

/** How many questions a model is asked. */
const MOST_QUESTIONS = 50;

/** @throws {SluiceError} 2 for a wrong option. */
export function graphSettings(values: Values): GraphSettings {
  const format = choice(values, 'format', GRAPH_FORMATS);
  const isJson = values.json === true;
  if (isJson && format !== 'text' && format !== 'json')
    throw new SluiceError(`give one of --json and --format ${format}`);
  const view = choice(values, 'view', DIAGRAM_VIEWS);
  const name = text(values, 'name');
  const isDrawn = !isJson && format !== 'text' && format !== 'json';
  if (!isDrawn && (view !== 'cells' || name !== null))
    throw new SluiceError('--view and --name belong to --format svg, dot and mermaid');
  return {
    bound: choice(values, 'bound', BOUNDS),
    transitive: values.transitive === true,
    format: isJson ? 'json' : format,
    view,
    name,
    observed: texts(values, 'observed'),
    answers: texts(values, 'answer').map(parseAnswer),
    model: modelOption(values),
  };
}

function modelOption(values: Values): GraphSettings['model'] {
  const [url, model, most] = ['model', 'model-name', 'questions'].map((key) => text(values, key));
  if (url == null) {
    if (model != null || most != null)
      throw new SluiceError('--model-name and --questions belong to --model URL');
    return null;
  }
  if (!/^https?:\/\/./i.test(url) || !URL.canParse(url))
    throw new SluiceError(`--model takes an address, as http://localhost:11434/v1, not ${url}`);
  if (model == null) throw new SluiceError('--model needs --model-name: which model of the endpoint answers');
  const key = process.env.SLUICE_MODEL_KEY || null;
  return {
    address: { url, model, key },
    most: most == null ? MOST_QUESTIONS : positive('questions', most),
  };
}
