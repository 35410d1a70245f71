/** The extensions of the person: `GET /api/extensions`. Types only. */

/** An extension: a module of JavaScript. */
export interface FoundExtension {
  /** `NAME` of `NAME.js` or `NAME/index.js`. */
  readonly name: string;
  /** The address from which pages load the module. */
  readonly address: string;
}

export interface ExtensionsAnswer {
  /** The folder that has them. */
  readonly folder: string;
  readonly extensions: readonly FoundExtension[];
}
