/**
 * A static slicer over executions in the manner of nbgather (Head et al., CHI 2019): whole statements, names
 * for locations. It serves `--trace static` and cells without probes; it knows names, and no objects.
 */
import { analyzeNames, environmentAfter } from './names.ts';
import { type ParsedCell, parseCell } from './parse.ts';
import { EMPTY_ENVIRONMENT, type StaticEnvironment } from './summaries.ts';

/** A statement in the graph's form, with accesses from its text instead of a trace. */
export interface StaticStatement {
  /** Position in the execution, from 0. */
  readonly ordinal: number;
  /** 1-based lines of the cell. */
  readonly startLine: number;
  readonly endLine: number;
  /**
   * Names read; includes names bound on some paths only and names changed in place, because their earlier
   * values still count.
   */
  readonly reads: readonly string[];
  /** Names bound or changed in place. */
  readonly writes: readonly string[];
  /** Names unbound afterwards on some path. */
  readonly deletes: readonly string[];
  /** Whether the statement may bind or change names not visible in its text. */
  readonly unknownWrites: boolean;
}

/** The statements of one execution, and the environment for the next one. */
export interface StaticExecution {
  readonly statements: readonly StaticStatement[];
  readonly environment: StaticEnvironment;
}

/** Analyses one execution of a cell in the environment after the executions before it. */
export function analyzeExecution(
  source: string | ParsedCell,
  environment: StaticEnvironment = EMPTY_ENVIRONMENT,
): StaticExecution {
  const cell = typeof source === 'string' ? parseCell(source) : source;
  let current = environment;
  const statements = cell.statements.map((statement, ordinal): StaticStatement => {
    const names = analyzeNames(statement, current);
    current = environmentAfter(names, current);
    const { startLine, endLine } = statement;
    const weak = [...names.mayWrite, ...names.mutates];
    return {
      ordinal,
      startLine,
      endLine,
      reads: [...new Set([...names.reads, ...weak])],
      writes: [...new Set([...names.writes, ...names.mutates])],
      deletes: [...names.deletes],
      unknownWrites: names.unknownWrites,
    };
  });
  return { statements, environment: current };
}

/** One run of a cell. */
export interface ExecutionSource {
  readonly exec: number;
  readonly source: string;
}

/** A statement of a sequence of executions: its timestamp. */
export interface StaticTimestamp {
  readonly exec: number;
  readonly ordinal: number;
}

/** Every statement of a sequence, with the indices of the statements that define its reads. */
export interface StaticDefUse {
  readonly statements: readonly (StaticTimestamp & StaticStatement)[];
  readonly definitions: readonly ReadonlySet<number>[];
}

/** Definitions and uses over executions in the order they ran. */
export function buildStaticDefUse(
  executions: readonly ExecutionSource[],
  environment: StaticEnvironment = EMPTY_ENVIRONMENT,
): StaticDefUse {
  const statements: (StaticTimestamp & StaticStatement)[] = [];
  const definitions: ReadonlySet<number>[] = [];
  const lastWriter = new Map<string, number>();
  // Statements that may bind anything: each is a possible definition of every later read, until the name is
  // bound again.
  let unknown: number[] = [];
  let current = environment;
  for (const { exec, source } of executions) {
    const execution = analyzeExecution(source, current);
    current = execution.environment;
    for (const statement of execution.statements) {
      const index = statements.length;
      const found = new Set<number>();
      for (const name of statement.reads) {
        const writer = lastWriter.get(name);
        if (writer !== undefined) found.add(writer);
        for (const candidate of unknown) if (writer === undefined || candidate > writer) found.add(candidate);
      }
      for (const name of [...statement.writes, ...statement.deletes]) lastWriter.set(name, index);
      if (statement.unknownWrites) unknown = [...unknown, index];
      statements.push({ exec, ...statement });
      definitions.push(found);
    }
  }
  return { statements, definitions };
}

/** The timestamps of the statements that an execution needs (backward) or affects (forward), including its own. */
export function sliceStatically(
  defUse: StaticDefUse,
  criterion: { readonly exec: number; readonly ordinal?: number },
  direction: 'backward' | 'forward' = 'backward',
): StaticTimestamp[] {
  const { statements, definitions } = defUse;
  const inSlice = new Set<number>();
  for (const [index, { exec, ordinal }] of statements.entries()) {
    if (exec === criterion.exec && (criterion.ordinal ?? ordinal) === ordinal) inSlice.add(index);
  }
  // Dependences only point back in time: one pass in the right order closes the slice.
  if (direction === 'forward') {
    for (const [index, needed] of definitions.entries()) {
      if ([...needed].some((definition) => inSlice.has(definition))) inSlice.add(index);
    }
  } else {
    for (let index = statements.length - 1; index >= 0; index--) {
      if (inSlice.has(index)) for (const definition of definitions[index]!) inSlice.add(definition);
    }
  }
  return [...inSlice]
    .sort((a, b) => a - b)
    .map((index) => ({ exec: statements[index]!.exec, ordinal: statements[index]!.ordinal }));
}
