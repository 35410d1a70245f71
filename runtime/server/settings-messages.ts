/** The settings of the person: `GET /api/settings`, and `PUT /api/settings` with changed ones. Types only. */

/** The settings that differ from the defaults. */
export interface Settings {
  readonly theme?: 'system' | 'light' | 'dark' | 'high-contrast';
  /** Of menus; messages are English. `browser`: the first one of the browser that there is. */
  readonly language?: 'en' | 'browser' | 'de' | 'fr' | 'es' | 'zh-CN' | 'ja';
  /** Of code, in pixels. */
  readonly fontSize?: number;
  readonly wordWrap?: boolean;
  readonly lineNumbers?: boolean;
  /** Whether text files are saved while one types; notebooks always are. */
  readonly autosave?: boolean;
  /** Whether a notebook is reactive when it opens first. */
  readonly reactive?: boolean;
  /** For how many hours a kernel is kept that does nothing, after Sluice has ended. */
  readonly keptHours?: number;
  /** Whether results of slow cells are kept for later kernels. */
  readonly keepResults?: boolean;
  /** Whether completions and signatures appear while one types; keys ask for them always. */
  readonly helpWhileTyping?: boolean;
  /** Whether a save formats the cells that were typed in. */
  readonly formatOnSave?: boolean;
  /** `first`: the first one that the kernel's environment has. */
  readonly formatter?: 'first' | 'black' | 'ruff';
  /** The keys that commands have without a choice of the person. */
  readonly keyboard?: 'jupyterlab' | 'vscode';
  /** The extensions that the person has switched off (`false`), by name. */
  readonly extensions?: Readonly<Record<string, boolean>>;
  /** The keys that the person has chosen, by command. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

/** The settings with the place of their file, and why the file cannot be read. */
export interface SettingsAnswer {
  readonly settings: Settings;
  readonly file: string;
  readonly problem: string | null;
}
