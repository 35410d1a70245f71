/** Tables of calls: callees, arguments, and effects on the world outside of the notebook's objects. */

import type { CodeCell } from '../../check/index.ts';
import { BUILTIN_NAMES } from '../../static/index.ts';
import type { CallExpression, Expression } from '../../static/syntax.ts';
import { lineAt } from '../../words/line-at.ts';
import type { QueriedNotebook } from '../queried-notebook.ts';
import { columnsOf, type SqlValue, type Table } from '../table.ts';

/** Longer texts are cut. */
const LONGEST_TEXT = 200;

export const calls: Table = {
  name: 'calls',
  what: 'a call in a cell',
  columns: columnsOf(`
    cell text the cell
    call integer its number in the notebook, from 1, in the order of the text
    line integer its first line in the cell, from 1
    end_line integer its last line
    callee text the qualified name of the callee: pandas.DataFrame.to_csv; of an unknown callee only the method: .to_csv
    method text the last part of the callee: to_csv
    receiver text the variable of a method call, or of a call on a part of the variable: df of df['a'].fillna(0)
    receiver_class text the qualified class of the receiver: pandas.DataFrame; several with commas; null: unknown
    in_loop flag whether a loop or comprehension repeats the call, also through the function that has it
    in_function flag whether the call stands in a function, which may never run
    text text its text, up to 200 characters
  `),
  *rows(notebook) {
    const { calls: log } = notebook.interpreted;
    for (const { cell, call, node, callee, inFunction, inLoop } of numberedCalls(notebook)) {
      const place = { cell: cell.index, from: node.from, to: node.to };
      yield {
        cell: cell.id,
        call,
        line: lineAt(cell.source, node.from),
        end_line: lineAt(cell.source, node.to),
        callee,
        method: callee?.slice(callee.lastIndexOf('.') + 1) ?? null,
        receiver: node.callee.type === 'attribute' ? rootOf(node.callee.object) : null,
        receiver_class: log.receiversOf(place).join(', ') || null,
        in_loop: inLoop || log.isRepeated(place),
        in_function: inFunction,
        text: textOf(cell, node),
      };
    }
  },
};

export const callArguments: Table = {
  name: 'arguments',
  what: 'an argument of a call',
  columns: columnsOf(`
    cell text the cell of the call
    call integer the number of the call
    position integer its position among the arguments, from 1
    keyword text the name of a keyword argument; null: passed by position
    variable text the variable, also of a part: df of df['a']
    value text its value if constant, also through variables: data/sales.csv, 0.2, True
    text text its text, up to 200 characters
  `),
  *rows(notebook) {
    const { calls: log } = notebook.interpreted;
    for (const { cell, call, node } of numberedCalls(notebook)) {
      for (const [at, { keyword, value, star }] of node.arguments.entries()) {
        const constant = log.constantOf({ cell: cell.index, from: value.from, to: value.to });
        yield {
          cell: cell.id,
          call,
          position: at + 1,
          keyword: star ? '*' : keyword,
          variable: rootOf(value),
          value: constant === undefined ? literalOf(cell, value) : pythonText(constant),
          text: textOf(cell, value),
        };
      }
    }
  },
};

export const effects: Table = {
  name: 'effects',
  what: 'an effect of a call outside of the notebook\u2019s objects, as declared in the effects library',
  columns: columnsOf(`
    cell text the cell with the effect
    line integer the line in the cell, from 1
    call integer the number of the call, which may stand in a function of another cell
    callee text the qualified name of the callee
    does text reads, writes, sends or draws (from a random stream, or seeds it)
    world text file, network, random, numpy.random, environ, matplotlib.figure …
    path text the path of a file; null: unknown
    certain flag whether the effect happens with all arguments
  `),
  *rows(notebook) {
    const numbers = new Map(
      [...numberedCalls(notebook)].map(({ cell, call, node }) => [placeKey(cell.index, node), call]),
    );
    const { code } = notebook.facts;
    for (const { at, cell, line, callee, does, world, path, certain } of notebook.interpreted.calls.actions) {
      const call = numbers.get(placeKey(at.cell, at)) ?? null;
      yield { cell: code[cell - 1]!.id, line, call, callee, does, world, path, certain };
    }
  },
};

interface NumberedCall {
  readonly cell: CodeCell;
  readonly call: number;
  readonly node: CallExpression;
  readonly callee: string | null;
  readonly inFunction: boolean;
  readonly inLoop: boolean;
}

function* numberedCalls({ facts, interpreted }: QueriedNotebook): Generator<NumberedCall> {
  let call = 0;
  for (const cell of facts.code) {
    for (const { node, path, inFunction, inLoop } of cell.calls) {
      call += 1;
      // the first of several possible callees
      const [seen] = interpreted.calls.calleesOf({ cell: cell.index, from: node.from, to: node.to });
      yield { cell, call, node, callee: seen ?? qualified(path), inFunction, inLoop };
    }
  }
}

/** The interpreter skips code without a caller; builtins in such code have the same names. */
function qualified(path: string | null): string | null {
  return path !== null && BUILTIN_NAMES.has(path) ? `builtins.${path}` : path;
}

const placeKey = (cell: number, { from, to }: { readonly from: number; readonly to: number }): string =>
  `${cell} ${from} ${to}`;

function rootOf(node: Expression): string | null {
  if (node.type === 'name') return node.id;
  if (node.type === 'attribute' || node.type === 'subscript') return rootOf(node.object);
  if (node.type === 'call' && node.callee.type === 'attribute') return rootOf(node.callee);
  return null;
}

function textOf({ source }: CodeCell, { from, to }: Expression): string {
  const text = source.slice(from, to);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

function pythonText(constant: string | number | boolean | null): string {
  if (constant === null) return 'None';
  return typeof constant === 'boolean' ? (constant ? 'True' : 'False') : String(constant);
}

/** The value of a literal in skipped code: of a string, the text between its quotes. */
function literalOf(cell: CodeCell, node: Expression): SqlValue {
  if (node.type !== 'constant') return null;
  const string = cell.strings.find(({ at }) => at.from > node.from && at.to < node.to);
  if (string !== undefined) return string.whole ? string.text : null;
  return node.text;
}
