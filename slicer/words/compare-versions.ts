/** Compares versions of distributions by their numbers. Letters (`rc1`) do not count. */

/** Negative: `a` is older; 0: equal numbers. Missing numbers are 0. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((version) =>
    version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0),
  ) as [number[], number[]];
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
