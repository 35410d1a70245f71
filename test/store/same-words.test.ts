/** The kernel and the keys agree which text may find out where the notebook's folder is. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { ASKS_WHERE } from '../../runtime/store/path-in-key.ts';

test('the words of asks_where', () => {
  const file = join(findPackageRoot(), 'instrument', 'agent', 'store', 'place.py');
  const given = /_ASKS = re\.compile\(\n([\s\S]*?)\n\)/.exec(readFileSync(file, 'utf8'))![1]!;
  const words = [...given.matchAll(/rb"([^"]*)"/g)].map(([, part]) => part).join('');
  expect(words).toBe(ASKS_WHERE.source);
});
