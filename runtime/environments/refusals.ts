/** What uv says when it cannot do something, in one line. */

import { distributionOf } from '../checking/index.ts';

const NO_INDEX =
  /error sending request|dns error|failed to fetch|could not connect|connection refused|network connectivity is disabled|operation timed out|invalid peer certificate/i;

/** Whether no package index could be reached: nothing that the notebook could help. */
export function isUnreachable(said: string): boolean {
  return NO_INDEX.test(said);
}

/** Whether uv says of a package that no index has it. `name`: normalised. */
export function isUnknownPackage(said: string, name: string): boolean {
  const text = said.replace(/\s+/g, ' ').toLowerCase();
  return [`${name} was not found in the package registry`, `there are no versions of ${name} `].some(
    (words) => {
      const at = text.indexOf(words);
      const isWhole = words.startsWith('there') || !/[\w.-]/.test(text[at - 1] ?? ' ');
      return at >= 0 && isWhole;
    },
  );
}

/** The package that could not be built from its sources, normalised; null: nothing failed to build. */
export function unbuiltPackage(said: string): string | null {
  const [, name] = /failed to (?:download and )?build:? `?([\w.-]+)/i.exec(said) ?? [];
  return name === undefined ? null : distributionOf(name);
}

/** Whether something is there in sources only, which nobody has allowed to be built. */
export function wouldHaveToBeBuilt(said: string): boolean {
  return /no usable wheels|no wheels|building from source is disabled|builds? (?:is|are) disabled/i.test(
    said,
  );
}

/** The most telling sentence. */
export function explainRefusal(said: string): string {
  const text = said
    .replace(/[×╰─▶│├]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [, because = text] =
    /(?:hint: |error: |No solution found when resolving dependencies: |cause: )?(.*)/i.exec(text) ?? [];
  const sentence = /^(?:.{0,400}?[^A-Z.]\.(?= |$))/.exec(because)?.[0] ?? because;
  return sentence.length > 300 ? `${sentence.slice(0, 299)}…` : sentence;
}
