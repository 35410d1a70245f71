/** Lists of words in a sentence. */

/** `a, b and 3 more`, each once. */
export function listed(words: readonly string[], limit = 6): string {
  const all = [...new Set(words)];
  if (all.length > limit) return `${all.slice(0, limit).join(', ')} and ${all.length - limit} more`;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
