/** The shape of a tool for agents, and the arguments that tools share. */

import type { AgentNotebooks } from './open-notebooks.ts';

/** A part of a result besides text. */
export interface Picture {
  readonly data: string;
  readonly mimeType: string;
}

export interface ToolResult {
  readonly result: object;
  readonly pictures?: readonly Picture[];
}

/** A JSON schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool. `run`: its arguments fit `properties`. */
export interface Tool<Arguments = never> {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** Whether it changes nothing. */
  readonly reads: boolean;
  run(given: Arguments & CommonArguments, notebooks: AgentNotebooks): Promise<ToolResult>;
}

/** The arguments of every tool. */
export interface CommonArguments {
  readonly path: string;
  readonly limit?: number;
}

/** Makes a tool; its arguments are checked before it runs. */
export function tool<Arguments>(made: Tool<Arguments>): Tool {
  return made as unknown as Tool;
}

export const text = (description: string): JsonSchema => ({ type: 'string', description });
export const whole = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const words = (values: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: values,
  description,
});

export const REVISION = text(
  'the revision that you know, from the last result; an old one is refused with the changes',
);
export const CELL = text('the id of a cell, or its position among the code cells, from 1');
export const FROM = whole('the number of the first item to give, from 0: next of the result before');
