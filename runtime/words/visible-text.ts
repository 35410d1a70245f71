/**
 * Makes foreign text safe for a terminal or the log of a CI: control characters and orders are written out. This file prints nothing.
 */

/**
 * Control characters except newline and tab, and characters that change the direction of text, because they
 * can make code look different from its real content (CVE-2021-42574).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** Orders of CIs: `::error`, where a line begins; `##[error]` and `##vso[…]`, anywhere. */
const ORDER = /^([^\S\n]*):(?=:)|#(?=#(?:vso)?\[)/gm;

/** The text with control characters as escapes (`\x1b`). */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(STEERING, escapeOf);
}

/** The same, without orders of CIs. */
export function visibleInLogs(text: string): string {
  return visible(text).replace(ORDER, (found, blanks: string | undefined) =>
    found.startsWith('#') ? '\\x23' : `${blanks ?? ''}\\x3a`,
  );
}

/** JSON text with the same meaning, safe for a terminal: in JSON such characters are only in texts. */
export function visibleJson(json: string): string {
  return json.replace(STEERING, (found) => `\\u${codeOf(found).padStart(4, '0')}`);
}

function escapeOf(found: string): string {
  const code = codeOf(found);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}
