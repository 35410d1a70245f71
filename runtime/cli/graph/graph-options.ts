/** The options of `sluice graph`, checked. */
import { BOUNDS, type Bound, DIAGRAM_VIEWS, type DiagramView } from '../../../slicer/index.ts';
import type { ModelAddress } from '../../model/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { choice, positive, text, texts, type Values } from '../options/option-values.ts';
import { type SourceOptions, sourceOptions } from '../options/source-options.ts';
import { type AnswerOption, parseAnswer } from './answer-option.ts';
import { GRAPH_FORMATS, type GraphFormat } from './graph-text.ts';

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

/** `sluice graph`. */
export interface GraphCommand extends SourceOptions, GraphSettings {
  readonly type: 'graph';
}

/** The declaration of the command. */
export const GRAPH = {
  options: {
    effects: COMMON.effects,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    bound: { type: 'string' },
    transitive: { type: 'boolean' },
    format: { type: 'string' },
    view: { type: 'string' },
    name: { type: 'string' },
    observed: { type: 'string', multiple: true },
    answer: { type: 'string', multiple: true },
    model: { type: 'string' },
    'model-name': { type: 'string' },
    questions: { type: 'string' },
  },
  help: {
    usage: `sluice graph SOURCE|FOLDER [--bound resolved|lower|upper] [--transitive]
              [--format text|json|dot|mermaid|svg] [--view cells|names] [--name NAME] [--session N]
              [--answer CELL:NAME=yes|no|forget] [--observed FILE] [--model URL --model-name NAME [--questions N]]`,
    does: 'which cell gives which name to which, without running anything',
    more: `  --bound             resolved: what is taken to be so (default); lower: what is certain; upper: all that could be
  --transitive        what each cell needs through other cells too
  --format            text (default), json (as --json), dot for Graphviz, mermaid for Markdown, svg
  --view names        draw names instead of cells: an arrow from what a cell reads to what it gives
  --name NAME         draw only what has to do with this name
  --answer CELL:NAME=yes
                      whether the cell changes what the name stands for (or reads it), where that is open; kept in .sluice/
                      beside the notebook; =forget takes it back; may be repeated
  --observed FILE     what runs have shown: the log of a session (that beside the notebook counts by itself), or what
                      sluice replay --json prints; may be repeated
  --model URL --model-name NAME
                      a language model answers what is open then, at an endpoint as OpenAI's (http://localhost:11434/v1); its
                      key, if it takes one, in the variable SLUICE_MODEL_KEY
  --questions N       how many questions it is asked at most (50)
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --session N         which session of a history.sqlite

Nothing runs and no kernel is started. Nothing leaves the machine unless --model is given: then, with each question, the text of one
cell, a name in it, and the names for the same object. Cells count in page order. Of a folder, all notebooks in it and
below it. docs/static.md says what is assumed.
Exit code 1: some notebook of a folder cannot be read.`,
    takesSource: true,
  },
  read(values, positionals): GraphCommand {
    return { type: 'graph', ...sourceOptions('graph', values, positionals), ...graphSettings(values) };
  },
} satisfies CommandDeclaration;
