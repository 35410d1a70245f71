/**
 * Reads files of cases: one JSON object a line. A line `{"setup": NAME, "cells": [...]}` without a name is a set-up: its cells come first
 * in each later case with this `setup`. Places of cells count the cells of the set-up.
 */

import { readFileSync } from 'node:fs';

interface CaseLine {
  readonly name?: string;
  readonly setup?: string;
  readonly cells?: readonly unknown[];
}

/** The cases of a file, each with the cells of its set-up. Throws when no line above a case has its set-up. */
export function readCases<Case>(file: URL | string): Case[] {
  const setups = new Map<string, readonly unknown[]>();
  const cases: Case[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text.trim() === '') continue;
    const { setup, ...line } = JSON.parse(text) as CaseLine;
    if (setup !== undefined && line.name === undefined) setups.set(setup, line.cells ?? []);
    else cases.push((setup === undefined ? line : withSetup(line, setup, setups)) as Case);
  }
  return cases;
}

function withSetup(line: CaseLine, setup: string, setups: ReadonlyMap<string, readonly unknown[]>): CaseLine {
  const first = setups.get(setup);
  if (first === undefined) throw new Error(`${line.name}: there is no set-up ${setup} above`);
  return { ...line, cells: [...first, ...(line.cells ?? [])] };
}
