/**
 * Shrinks a failing session: drops cells, statements, lines and blocks as long as the session still fails (delta debugging,
 * Zeller and Hildebrandt 2002). Of Python it knows only indentation: an invalid text no longer fails in the same way.
 */

import type { Program, ProgramRun } from './program.ts';

/** True when a session still shows the same failure. */
export type StillFails = (program: Program) => Promise<boolean>;

/** The smallest session found with the failure. The last run stays. */
export async function shrinkProgram(program: Program, fails: StillFails): Promise<Program> {
  let current = program;
  for (;;) {
    const before = sizeOf(current);
    for (const step of [withoutRuns, withSimplerChange, withoutStatements, withSmallerStatements]) {
      current = await takeWhatFails(current, step, fails);
    }
    if (sizeOf(current) === before) return current;
  }
}

/** Tries the smaller variants of a program; the search goes on from each failing one. */
async function takeWhatFails(
  program: Program,
  variants: (program: Program) => Program[],
  fails: StillFails,
): Promise<Program> {
  let current = program;
  let index = 0;
  for (let all = variants(current); index < all.length; ) {
    const candidate = all[index];
    if (candidate && (await fails(candidate))) {
      current = candidate;
      all = variants(current);
    } else {
      index += 1;
    }
  }
  return current;
}

function sizeOf(program: Program): number {
  return program.runs.reduce(
    (sum, run) => sum + run.statements.join('\n').length + (run.changed?.length ?? 0) + 1,
    0,
  );
}

function withRuns(program: Program, runs: readonly ProgramRun[]): Program {
  return { ...program, runs };
}

/** Large pieces first, from the end. */
function withoutRuns(program: Program): Program[] {
  const { runs } = program;
  const found: Program[] = [];
  const droppable = runs.length - 1;
  for (let size = Math.max(1, droppable >> 1); droppable > 0; size >>= 1) {
    for (let end = droppable; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      found.push(withRuns(program, [...runs.slice(0, start), ...runs.slice(end)]));
    }
    if (size <= 1) break;
  }
  return found;
}

/** The variants of a changed run: removed instead, or changed to a smaller text. */
function withSimplerChange(program: Program): Program[] {
  return program.runs.flatMap((run, at) =>
    run.changed === undefined || run.changed === 'pass'
      ? []
      : ['pass', ...smallerTexts(run.changed)].map((changed) =>
          withRuns(program, program.runs.with(at, { ...run, changed })),
        ),
  );
}

function withoutStatements(program: Program): Program[] {
  return program.runs.flatMap((run, at) =>
    run.statements.length < 2
      ? []
      : run.statements.map((_, drop) => withStatements(program, at, run.statements.toSpliced(drop, 1))),
  );
}

function withSmallerStatements(program: Program): Program[] {
  return program.runs.flatMap((run, at) =>
    run.statements.flatMap((text, index) =>
      smallerTexts(text).map((smaller) => withStatements(program, at, run.statements.with(index, smaller))),
    ),
  );
}

function withStatements(program: Program, at: number, statements: readonly string[]): Program {
  const run = program.runs[at];
  return run ? withRuns(program, program.runs.with(at, { ...run, statements })) : program;
}

/** A statement without a block, with a block in place of its header, or with a simpler expression. */
function smallerTexts(text: string): string[] {
  const lines = text.split('\n');
  const found: string[] = [];
  lines.forEach((line, index) => {
    const depth = indentOf(line);
    let end = index + 1;
    while (end < lines.length && indentOf(lines[end] ?? '') > depth) end += 1;
    const block = lines.slice(index + 1, end).map((inner) => inner.slice(4));
    if (lines.length > 1) found.push([...lines.slice(0, index), ...lines.slice(end)].join('\n'));
    if (block.length > 0) {
      found.push([...lines.slice(0, index), ...block, ...lines.slice(end)].join('\n'));
      found.push(
        [...lines.slice(0, index + 1), `${' '.repeat(depth + 4)}pass`, ...lines.slice(end)].join('\n'),
      );
    }
  });
  const listed = /^(\w+ = )\[(.*)\]$/.exec(text);
  if (listed) for (const item of topLevelItems(listed[2] ?? '')) found.push(`${listed[1]}${item}`);
  for (const [pattern, replacement] of SIMPLER) {
    for (const match of text.matchAll(pattern)) {
      const after = text.slice(match.index + match[0].length);
      found.push(text.slice(0, match.index) + match[0].replace(pattern, replacement) + after);
    }
  }
  return found.filter((smaller) => smaller.trim() !== '' && smaller.length < text.length);
}

function topLevelItems(text: string): string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const char of text) {
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (char === ',' && depth === 0) items.push('');
    else items.push(`${items.pop()}${char}`);
  }
  return items.map((item) => item.trim());
}

/** Simpler ways to write a part of an expression. */
const SIMPLER: readonly (readonly [RegExp, string])[] = [
  [/\((\w+) if [^()]*(?:\([^()]*\))?[^()]* else [^()]*\)/g, '$1'],
  [/= (.+) if .+ else .+$/gm, '= $1'],
  [/= .+ if .+ else (.+)$/gm, '= $1'],
  [/; .*$/gm, ''],
  [/^.*?; /gm, ''],
  [/(?:sum|len|max|int)\(\w+(?:\[[^\]]*\])*(?:\.\w+\(\))?\)(?: % \d+)?/g, '1'],
  [/\w+\.(?:randint|get|count)\([^()]*\)/g, '1'],
  [/\b\w+\[[^\]]*\](?:\[[^\]]*\])?/g, '1'],
  [/ [%*+-] \d+/g, ''],
  [/\[([^,[\]]+), ([^[\]]+)\]/g, '[$1]'],
  [/, [^,()[\]{}]+(?=[\])}])/g, ''],
];

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
