/** Options that set a notebook's parameters, as in papermill. It changes no notebook. */

import { inferredLiteral, type Parameter, readText, textLiteral } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import { texts, type Values } from './option-values.ts';
import { checkedName, parametersIn } from './parameter-texts.ts';

/** The parameters: from files, then from `-y`, `-p` and `-r`; of one name the last counts. */
export function parametersGiven(values: Values): Parameter[] {
  return [
    ...texts(values, 'parameters').flatMap((path) =>
      parametersIn(readText(path), `--parameters ${path}`).map((each) => ({ ...each, isLax: true })),
    ),
    ...texts(values, 'parameters-yaml').flatMap((yaml) => parametersIn(yaml, '--parameters-yaml')),
    ...pairsOf('-p', values.parameter).map(inferred),
    ...pairsOf('-r', values['raw-parameter']).map(raw),
  ];
}

/** A name, and the text of its value. */
export interface Pair {
  readonly name: string;
  readonly text: string;
}

/** The pairs of a repeatable option. */
export function pairsOf(option: string, given: Values[string]): Pair[] {
  if (!Array.isArray(given)) return [];
  return given.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 0) throw new SluiceError(`${option} takes a name and a value: ${option} NAME VALUE`);
    return { name: checkedName(option, pair.slice(0, at)), text: pair.slice(at + 1) };
  });
}

/** A parameter whose kind the notebook or the text decides. */
export function inferred({ name, text }: Pair): Parameter {
  return { name, literal: inferredLiteral(text), text };
}

/** A parameter that is a text. */
export function raw({ name, text }: Pair): Parameter {
  return { name, literal: textLiteral(text) };
}
