/** Numbers of things, for people. */

/** `1 cell`, `2 cells`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
