/** Explains uv's failures in one line. */

import { distributionOf } from '../../checking/index.ts';

const NO_INDEX =
  /error sending request|dns error|failed to fetch|could not connect|connection refused|network connectivity is disabled|operation timed out|invalid peer certificate/i;

/** Whether no package index was reachable, which is not the notebook's fault. */
export function isUnreachable(said: string): boolean {
  return NO_INDEX.test(said);
}

/** Whether uv reports that no index has a package. `name`: normalised. */
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

/** The package that failed to build from its sources, normalised; null: there is none. */
export function unbuiltPackage(said: string): string | null {
  const [, name] = /failed to (?:download and )?build:? `?([\w.-]+)/i.exec(said) ?? [];
  return name === undefined ? null : distributionOf(name);
}

/** Whether a package exists only as sources, whose build is not allowed. */
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
