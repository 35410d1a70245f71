/** Analyses a sequence of executions one by one, and remembers the functions and aliases of earlier ones. */
import { analyzeExecution, type StaticStatement } from './def-use.ts';
import { EMPTY_ENVIRONMENT, type StaticEnvironment } from './summaries.ts';

/** The static analysis of one kernel's session. After a restart, make a new one. */
export class StaticSession {
  private current: StaticEnvironment;

  constructor(environment: StaticEnvironment = EMPTY_ENVIRONMENT) {
    this.current = environment;
  }

  /** The environment after the executions so far. */
  get environment(): StaticEnvironment {
    return this.current;
  }

  /** The statements of the next execution. Never fails. */
  analyze(source: string): readonly StaticStatement[] {
    const execution = analyzeExecution(source, this.current);
    this.current = execution.environment;
    return execution.statements;
  }
}
