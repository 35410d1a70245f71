/** The help of each command names only options that the command takes. */

import { expect, test } from 'vitest';
import { COMMANDS } from '../../runtime/cli/commands.ts';
import { helpText } from '../../runtime/cli/help.ts';

/** An option at the beginning of a line, with its short form or without. */
const OPTION = /^ {2}(?:-\w[^-\n]*)?--([a-z-]+)/gm;

test.each(Object.entries(COMMANDS))('%s', (name, { options }) => {
  const named = [...helpText(name).matchAll(OPTION)].map(([, option]) => option!);
  expect(named.filter((option) => !(option in options))).toEqual([]);
});
