/** Parts of JUnit's XML reports. It decides no content. */

import { visible } from './visible-text.ts';

/** The failure of a test. */
export interface JunitFailure {
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

/** A test; `failure`: null for one that passes. */
export function junitCase(suite: string, name: string, failure: JunitFailure | null): string {
  const start = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
  if (failure === null) return `${start}/>\n`;
  const { type, message, text } = failure;
  const attributes = `type="${escaped(type)}" message="${escaped(message)}"`;
  return `${start}>\n      <failure ${attributes}>${escaped(text)}</failure>\n    </testcase>\n`;
}

/** A suite of tests, with its output. */
export function junitSuite(name: string, cases: readonly string[], failures: number, output: string): string {
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0"`;
  const printed = output === '' ? '' : `    <system-out>${escaped(output)}</system-out>\n`;
  return `  <testsuite name="${escaped(name)}" ${counts}>\n${cases.join('')}${printed}  </testsuite>\n`;
}

/** XML has no control characters, even escaped. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\p{Cs}|[\ufffe\uffff]/gu, '\ufffd');
}
