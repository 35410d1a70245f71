/** Ways of writing a command that mean the same. Nothing runs. */
import { expect, test } from 'vitest';
import { parseCommand } from '../../runtime/cli/arguments.ts';
import cases from '../cases/cli/same-command.json' with { type: 'json' };

test.each(cases.map((item) => [item.name, item] as const))('%s', async (_, { args, as }) => {
  expect(await parseCommand(args)).toEqual(await parseCommand(as));
});
