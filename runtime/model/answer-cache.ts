/**
 * Answers of models, by the content of the question, in the user's cache folder: no question is asked twice. An unreadable or
 * unwritable answer counts as missing.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { saveAtomically } from '../documents/index.ts';
import { sluiceHome } from '../python/index.ts';
import type { ModelAddress, ModelPrompt } from './model-client.ts';

/** Stored answers. */
export class AnswerCache {
  readonly #folder: string;

  constructor(home = sluiceHome()) {
    this.#folder = join(home, 'answers');
  }

  /** The answer; null: not asked yet. */
  get(address: ModelAddress, prompt: ModelPrompt): boolean | null {
    try {
      const kept: unknown = JSON.parse(readPlainText(this.#pathOf(address, prompt), MOST_OF_SETTINGS));
      return typeof kept === 'boolean' ? kept : null;
    } catch {
      return null;
    }
  }

  set(address: ModelAddress, prompt: ModelPrompt, answer: boolean): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      saveAtomically(this.#pathOf(address, prompt), JSON.stringify(answer));
    } catch {
      // it is asked again
    }
  }

  #pathOf({ url, model }: ModelAddress, { system, user }: ModelPrompt): string {
    const content = JSON.stringify([url, model, system, user]);
    return join(this.#folder, `${createHash('sha256').update(content).digest('hex')}.json`);
  }
}
