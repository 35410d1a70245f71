/**
 * The Python whose own parser and symbol table are the authority for the static side's tests.
 */
import { spawn, spawnSync } from 'node:child_process';

/** A Python ≥ 3.10: SLUICE_TEST_PYTHON, or the first on the path; null if there is none. */
export function findTestPython(): string | null {
  const check = 'import sys; sys.exit(sys.version_info < (3, 10))';
  for (const candidate of [process.env.SLUICE_TEST_PYTHON, 'python3', 'python']) {
    if (candidate && spawnSync(candidate, ['-c', check]).status === 0) return candidate;
  }
  return null;
}

/** Runs a script of this folder with text on its standard input; returns its standard output. */
export function runPython(python: string, script: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(python, [new URL(script, import.meta.url).pathname], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString());
      else reject(new Error(`${script} exited with ${code}`));
    });
    child.stdin.end(input);
  });
}
