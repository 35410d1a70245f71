/** An agent: a client of `sluice mcp` that speaks JSON-RPC over its standard input and output. It asserts nothing. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtFile } from '../../instrument/index.ts';

/** A result of a tool, as JSON. */
export type Result = Record<string, unknown>;

export interface Agent {
  readonly pid: number;
  /** Calls a tool; returns its result, and checks its size. */
  call<T = Result>(tool: string, given: object): Promise<T>;
  /** The whole answer to a request of the protocol. */
  ask(method: string, params: object): Promise<Result>;
  /** Writes a line as it is. */
  write(line: string): void;
  /** Bytes of the last result. */
  bytes(): number;
  stderr(): string;
  /** Closes the input; returns the exit code. */
  end(): Promise<number | null>;
}

/** Starts `sluice mcp` for a folder. */
export async function startAgent(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Agent> {
  const python = process.env.SLUICE_TEST_PYTHON;
  const interpreter = python === undefined ? [] : ['--python', python];
  const child = spawn(process.execPath, [builtFile('runtime/cli/main.js'), 'mcp', folder, ...interpreter], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const waiting = new Map<number, (message: Result) => void>();
  let [last, bytes, stderr] = [0, 0, ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Result & { id: number };
    waiting.get(message.id)?.(message);
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const ask = (method: string, params: object): Promise<Result> => {
    last += 1;
    const id = last;
    const answer = new Promise<Result>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return answer;
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    pid: child.pid!,
    ask,
    async call<T>(tool: string, given: object) {
      const { result } = await ask('tools/call', { name: tool, arguments: given });
      const [first] = (result as { content: { text: string }[] }).content;
      bytes = Buffer.byteLength(first!.text);
      return JSON.parse(first!.text) as T;
    },
    write: (line) => void child.stdin.write(`${line}\n`),
    bytes: () => bytes,
    stderr: () => stderr,
    async end() {
      child.stdin.end();
      return ended;
    },
  };
}
