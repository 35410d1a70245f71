/** The store of open notebooks by the cases of `pages.jsonl`, with a server, kernels, and lines as pages have them. */

import { afterAll, expect, test } from 'vitest';
import { readCases } from '../harness/case-lines.ts';
import { type PageCase, PageStage } from './play-page.ts';

const LIMIT_MS = 180_000;

const stage = new PageStage();
afterAll(() => stage.close(), LIMIT_MS);

for (const each of readCases<PageCase>(new URL('../cases/store/pages.jsonl', import.meta.url))) {
  test(
    each.name,
    async () => {
      const { restored, waiting, shows, said } = await stage.play(each);
      expect({ restored, waiting, shows }, said.join('; ')).toEqual({
        restored: each.restored === 'any' ? restored : (each.restored ?? []),
        waiting: each.waiting ?? [],
        shows: each.shows,
      });
      if (each.says === undefined) expect(said).toEqual([]);
      else expect(said.join('\n')).toContain(each.says);
    },
    LIMIT_MS,
  );
}
