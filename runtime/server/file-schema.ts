/** The schema of pages' messages about files, checked on arrival. `file-messages.ts` has their meaning. */

import { object, only, type Schema, tagged, text } from '../../instrument/index.ts';
import type { FileChange } from './file-messages.ts';

type Change<K extends FileChange['op']> = Extract<FileChange, { readonly op: K }>;

export const FILE_CHANGE: Schema<FileChange> = tagged<FileChange, 'op'>('op', {
  'new-notebook': object<Change<'new-notebook'>>({ op: only('new-notebook'), path: text }),
  'new-file': object<Change<'new-file'>>({ op: only('new-file'), path: text, name: text }),
  'new-folder': object<Change<'new-folder'>>({ op: only('new-folder'), path: text, name: text }),
  rename: object<Change<'rename'>>({ op: only('rename'), path: text, name: text }),
  move: object<Change<'move'>>({ op: only('move'), path: text, to: text }),
  duplicate: object<Change<'duplicate'>>({ op: only('duplicate'), path: text }),
  trash: object<Change<'trash'>>({ op: only('trash'), path: text }),
  restore: object<Change<'restore'>>({ op: only('restore'), path: text }),
});
