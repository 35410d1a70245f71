/** The longest text of an error or path in the explanation of a cause. */
const LENGTH = 160;

/** A text on one line, cut at its end if it is too long. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LENGTH ? `${line.slice(0, LENGTH - 1)}…` : line;
}
