/** Why an environment could not be made for a notebook, as a cause that results can name. */

/** It cannot be made from what the notebook asks for; the message says what to do. */
export class NoEnvironment extends Error {
  readonly kind: 'missing-package' | 'package-version';

  constructor(kind: NoEnvironment['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
