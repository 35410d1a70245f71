/** Names that only loops bind. */
import { expect, test } from 'vitest';
import { findLoopNames } from '../../slicer/index.ts';

test.each([
  [['for i in x: pass'], 'i'],
  [['for i, (j, *k) in x:\n    y = i'], 'i j k'],
  [['for i in x: pass', 'i = 1'], ''],
  [['for i in x:\n    for j in i: pass\nelse:\n    z = 1'], 'i j'],
  [['for i in x: pass', 'for i in y: i += 1'], ''],
  [['if a:\n    with b as c:\n        for d in c: pass'], 'd'],
  [['def f():\n    for i in x: pass\n    return i'], ''],
  [['def f():\n    global i\n    for i in x: pass'], 'i'],
  [['[i for i in x]'], ''],
  [['for self.i in x: pass\nfor d["k"] in x: pass'], ''],
  [['import i', 'for i in x: pass'], ''],
  [['for i in'], 'i'],
])('of %j', (sources, names) => {
  expect([...findLoopNames(sources)].sort().join(' ')).toBe(names);
});
