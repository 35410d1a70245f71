/** The choice of a store, by the setting of the person or by the command line: its folder, and the runs that are stored. */

import { join, resolve } from 'node:path';
import type { ResultWishes } from '../../live/index.ts';
import { sluiceHome } from '../../python/index.ts';
import { readSettings } from '../../server/index.ts';
import { StoreFolder } from '../../store/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';

/** A run is stored from so many seconds on. */
export const LONG_SECONDS = 1;

/** `setting`: the setting `keepResults` counts; `folder`: null is that among Sluice's own files. */
export type StoreChoice = 'setting' | 'off' | { readonly folder: string | null };

/** The folder of the store: the named one, or that among Sluice's own files. */
export function storeFolder(folder: string | null): StoreFolder {
  return new StoreFolder(folder ?? join(sluiceHome(), 'store'));
}

/** Reads the option `--store` of `sluice open`. */
export function storeChoice(given: string | null): StoreChoice {
  if (given === null) return 'setting';
  if (given === 'off') return 'off';
  return { folder: given === 'on' ? null : resolve(given) };
}

/** The option `--store` of a choice; without the option `setting`. */
export function storeText(choice: StoreChoice): string {
  return typeof choice === 'string' ? choice : (choice.folder ?? 'on');
}

/** @throws {SluiceError} where kernels cannot have the chosen store. */
export function mustKeepResults(choice: StoreChoice, options: CommonOptions, isApp: boolean): void {
  if (typeof choice === 'string') return;
  if (isApp) throw new SluiceError('the kernels of an app keep no results: leave out --store');
  if (!canKeepResults(options))
    throw new SluiceError('--store needs kernels of this machine, with --trace on');
}

/** How results of notebooks are kept now; null: they are not. */
export function resultWishes(
  choice: StoreChoice,
  options: CommonOptions,
  settingsFile: string,
): ResultWishes | null {
  if (choice === 'off' || !canKeepResults(options)) return null;
  if (choice === 'setting' && readSettings(settingsFile).settings.keepResults !== true) return null;
  return { folder: storeFolder(choice === 'setting' ? null : choice.folder), from: LONG_SECONDS };
}

/** Whether kernels with these options can have a store. */
export function canKeepResults({ server, trace }: CommonOptions): boolean {
  return server === undefined && trace === 'on';
}
