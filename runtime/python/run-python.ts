/**
 * Runs one short Python program and returns its output. It decides neither the Python to run nor the meaning
 * of a failure.
 */
import { spawn } from 'node:child_process';

/** How a program ended. `code` is null when it was killed by a signal or could not be started at all. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Set when the program could not be started (no such file, not executable). */
  readonly failure?: string;
}

/** Options of {@link runProgram}. */
export interface ProgramOptions {
  /** Milliseconds after which the program is killed; none by default. */
  readonly timeoutMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Kills the program. */
  readonly signal?: AbortSignal;
  /** Default: the current folder. */
  readonly cwd?: string;
  /** Called with each complete line of standard output, as it arrives. */
  readonly onLine?: (line: string) => void;
}

/** Runs `file` with `args` and waits for its end. Never rejects: a program that cannot start is a result. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs, killSignal: 'SIGKILL' }),
    });
    let stdout = '';
    let stderr = '';
    let unfinished = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (options.onLine === undefined) return;
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) options.onLine(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (error) => resolve({ code: null, stdout, stderr, failure: error.message }));
    // children of a killed program may hold its pipes
    child.on('exit', (code) => {
      if (code !== null) return;
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
