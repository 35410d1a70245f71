/** Work in the folder itself, which the user has asked for. */

import type { WorkingCopy } from './working-copy.ts';

/** The folder itself in place of a copy: what a session changes there is changed. */
export function workInPlace(folder: string): WorkingCopy {
  return {
    path: folder,
    through: null,
    isPrivate: false,
    notes: [`the cells run in ${folder} itself, and can change what is there`],
    original: (text) => text,
    renew: async () => {},
    remove: async () => {},
  };
}
