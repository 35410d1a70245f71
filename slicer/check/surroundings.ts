/** The rules' questions about the folder and project of a notebook. A caller with access to files answers them. */

import type { GoneInterface, GoneTable } from './gone-table.ts';

/** The origin of an imported module. */
export type ModuleOrigin =
  /** Of Python, of every notebook's kernel, or of the project itself. */
  | { readonly type: 'standard' | 'kernel' | 'local' }
  | {
      readonly type: 'package';
      /** Distributions with the module; the first is the usual one. */
      readonly distributions: readonly string[];
      /** The source of this knowledge. */
      readonly by: 'installed metadata' | 'table' | 'name';
      /** The version installed in the project's environment, if there is one. */
      readonly installed: string | null;
    };

/** Whether an interface is there. `by`: the source of the knowledge, for a message. */
export type GoneState =
  | { readonly type: 'works' }
  /** It works, and the next version does not have it. */
  | { readonly type: 'soon' }
  /** Gone in the installed version; or in the newest version that may be installed. */
  | { readonly type: 'installed' | 'gone'; readonly by: string };

/** The declared dependencies of a project. */
export interface Requirements {
  /** The files with the declarations, relative to the project's folder. */
  readonly files: readonly string[];
  /** Distributions, as `normalizeDistribution` writes them. */
  readonly names: ReadonlySet<string>;
}

/** The folder and project of a notebook. */
export interface Surroundings {
  /** The notebook's folder, absolute; null: not known, so no path can be judged. */
  readonly folder: string | null;
  /** Whether there is a file or folder at a path relative to the notebook's folder. */
  exists(path: string): boolean;
  /** Null: the project declares nothing. */
  requirements(): Requirements | null;
  originOf(module: string): ModuleOrigin;
  /** The interfaces that newer versions of libraries do not have. */
  goneTable(): GoneTable;
  /** Whether an interface is gone in the project's version of its library. */
  stateOf(entry: GoneInterface): GoneState;
  /** Whether the import of a module has an effect of its own: it registers something, or prints. */
  importActs(path: string): boolean;
  /** The names that `from module import *`, or `%run file`, binds; null: not known. */
  namesIn(source: { readonly module: string } | { readonly file: string }): ReadonlySet<string> | null;
}

/** A distribution's name as registries compare it (PEP 503). */
export function normalizeDistribution(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
