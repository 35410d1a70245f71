/** The help of each command names only options that the command takes. */

import { expect, test } from 'vitest';
import { allCommands } from '../../runtime/cli/commands.ts';
import { helpText } from '../../runtime/cli/help.ts';

/** An option at the beginning of a line, with its short form or without. */
const OPTION = /^ {2}(?:-\w[^-\n]*)?--([a-z-]+)/gm;

test.each([...(await allCommands())])('%s', async (name, { options }) => {
  const named = [...(await helpText(name)).matchAll(OPTION)].map(([, option]) => option!);
  expect(named.filter((option) => !(option in options))).toEqual([]);
});
