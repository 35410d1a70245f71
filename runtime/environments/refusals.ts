/** What uv says when it cannot do something, in one line. */

const NO_INDEX =
  /error sending request|dns error|failed to fetch|could not connect|connection refused|network connectivity is disabled|operation timed out|invalid peer certificate/i;

/** Whether no package index could be reached: nothing that the notebook could help. */
export function isUnreachable(said: string): boolean {
  return NO_INDEX.test(said);
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
