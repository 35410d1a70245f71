/** What an event of a long session costs as the session grows, in a real kernel, and the memory of both sides. */

import { tmpdir } from 'node:os';
import type { KernelServer } from '../../runtime/kernel/index.ts';
import {
  eventFacts,
  Session,
  StaticRecorder,
  streamText,
  TracedKernel,
} from '../../runtime/session/index.ts';
import { heapMegabytes } from './heap.ts';
import { longSession } from './long-session.ts';

/** A stretch of a session. Milliseconds are means over its events; megabytes are those at its end. */
export interface ReplayStretch {
  /** Executions at its end. */
  readonly executions: number;
  /** From request to idle, as seen from outside. */
  readonly run: number;
  /** The part of it that the agent took for records and traces. */
  readonly trace: number;
  /** Processor time of this process for everything: messages, graph, freshness, slices, the printed line. */
  readonly node: number;
  /** Folding, freshness and slices alone. */
  readonly analysis: number;
  /** The longest analysis of one event. */
  readonly longest: number;
  readonly kernelMemory: number;
  readonly heap: number;
}

/** Plays a long session as `sluice replay --json` does; one stretch up to each number of executions. */
export async function timeReplay(server: KernelServer, ends: readonly number[]): Promise<ReplayStretch[]> {
  const client = await server.startKernel({ cwd: tmpdir() });
  const kernel = await TracedKernel.attach(client, 'on', new StaticRecorder());
  const session = new Session(kernel);
  const place = { path: tmpdir(), original: (text: string) => text };
  const stretches: ReplayStretch[] = [];
  let current = new Sums();
  for (const [number, event] of longSession(ends.at(-1) ?? 0).entries()) {
    const outcome = await session.apply(event);
    const started = performance.now();
    const facts = eventFacts(number + 1, outcome, session, place);
    JSON.stringify(facts);
    current.add(facts.exec === undefined ? null : facts.ms, outcome.analysisMs + performance.now() - started);
    if (facts.exec !== undefined && ends.includes(facts.exec)) {
      const kernelMemory = await residentMegabytes(kernel);
      stretches.push(current.stretch(facts.exec, kernelMemory));
      current = new Sums();
    }
  }
  await client.shutdown();
  return stretches;
}

/** Times of a stretch, as they add up. */
class Sums {
  readonly #processor = process.cpuUsage();
  #events = 0;
  #runs = 0;
  #run = 0;
  #trace = 0;
  #analysis = 0;
  #longest = 0;

  add(ms: { readonly run: number; readonly trace: number } | null, analysis: number): void {
    this.#events += 1;
    this.#runs += ms === null ? 0 : 1;
    this.#run += ms?.run ?? 0;
    this.#trace += ms?.trace ?? 0;
    this.#analysis += analysis;
    this.#longest = Math.max(this.#longest, analysis);
  }

  stretch(executions: number, kernelMemory: number): ReplayStretch {
    const { user, system } = process.cpuUsage(this.#processor);
    return {
      executions,
      run: this.#run / this.#runs,
      trace: this.#trace / this.#runs,
      node: (user + system) / 1000 / this.#events,
      analysis: this.#analysis / this.#events,
      longest: this.#longest,
      kernelMemory,
      heap: heapMegabytes(),
    };
  }
}

/** The kernel's resident memory; not a number where there is no /proc. */
async function residentMegabytes({ client }: TracedKernel): Promise<number> {
  const code =
    "print(int(open('/proc/self/statm').read().split()[1]) * __import__('resource').getpagesize() / 1e6)";
  const { outputs } = await client.execute({ code, silent: true, storeHistory: false });
  return Number.parseFloat(streamText(outputs, 'stdout'));
}
