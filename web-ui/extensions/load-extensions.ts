/** Loads extensions of the person, and takes away all parts of an extension after its switch is off. */

import { effect } from '@preact/signals';
import type { Activate, Stop } from '../../docs/extension-api.d.ts';
import type { FoundExtension } from '../../runtime/index.ts';
import { listExtensions } from '../files/files-api.ts';
import { panel } from '../page/page-parts.ts';
import { settings } from '../settings/settings.ts';
import { addedPanels, removeParts } from './added-parts.ts';
import { tell } from './contained.ts';
import { functionsFor } from './extension-functions.ts';

/** For each active extension, functions to end its listeners. */
const active = new Map<string, Stop[]>();

/** Begins to follow the settings. */
export async function followExtensions(): Promise<void> {
  // (the page says itself that there is no server)
  const { extensions } = await listExtensions().catch(() => ({ extensions: [] }));
  effect(() => {
    const switches = settings.value.extensions;
    for (const extension of extensions) {
      const isWanted = switches[extension.name] !== false;
      if (isWanted && !active.has(extension.name)) void activate(extension);
      if (!isWanted) deactivate(extension.name);
    }
  });
}

async function activate({ name, address }: FoundExtension): Promise<void> {
  const stops: Stop[] = [];
  active.set(name, stops);
  try {
    const module = (await import(address)) as { readonly activate?: Activate };
    // it may have been switched off meanwhile
    if (active.get(name) !== stops) return;
    if (typeof module.activate !== 'function') throw new Error('it exports no function `activate`');
    await module.activate(functionsFor(name, stops));
  } catch (error) {
    deactivate(name);
    // switched off and on again, it is tried again
    active.set(name, []);
    tell(name, 'to start', error);
  }
}

function deactivate(name: string): void {
  for (const stop of active.get(name) ?? []) stop();
  active.delete(name);
  removeParts(name);
  const shown = panel.peek();
  if (shown?.startsWith('added:') && !addedPanels.peek().some(({ id }) => id === shown)) panel.value = null;
}
