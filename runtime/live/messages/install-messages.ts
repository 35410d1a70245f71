/** Messages about a module that the kernel's Python lacks. Types only. */

export type InstallQuestion =
  /** Asks how the module can be installed. */
  | { readonly ask: 'install-plan'; readonly id: number; readonly module: string }
  /** Installs the module. `declares`: adds its distribution to the project's requirements. Progress has lines of the installer. */
  | { readonly ask: 'install'; readonly id: number; readonly module: string; readonly declares: boolean };

/** How a module is installed. */
export interface InstallPlan {
  readonly distribution: string;
  /** The command, as a person types it. */
  readonly command: string;
  /** The name of the file of requirements that can get a line; null: there is another kind of file. */
  readonly requirements: string | null;
}

export type InstallAnswer =
  | { readonly to: 'install-plan'; readonly plan: InstallPlan }
  /** `problem`: why it is not installed, as a sentence; null: it is. */
  | { readonly to: 'install'; readonly problem: string | null };
