/** Why an environment could not be made for a notebook: what it asks for cannot be had. It is the notebook's matter, not the command's. */

/** The message says what was asked for, and what the resolver says. */
export class NoEnvironment extends Error {}
