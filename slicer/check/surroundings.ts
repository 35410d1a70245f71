/** What rules can ask about the folder and project of a notebook. It is answered outside, where there are files. */

/** Where an imported module comes from. */
export type ModuleOrigin =
  /** Of Python, of every notebook's kernel, or of the project itself. */
  | { readonly type: 'standard' | 'kernel' | 'local' }
  | {
      readonly type: 'package';
      /** Any of these has it; the first is the usual one. */
      readonly distributions: readonly string[];
      /** How that is known. */
      readonly by: 'installed metadata' | 'table' | 'name';
      /** The version that is installed in the project's environment, where there is one. */
      readonly installed: string | null;
    };

/** The packages that a project says it needs. */
export interface Requirements {
  /** The files that say so, relative to the project's folder. */
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
  /** Null: the project says nothing. */
  requirements(): Requirements | null;
  originOf(module: string): ModuleOrigin;
}

/** A distribution's name as registries compare it (PEP 503). */
export function normalizeDistribution(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
