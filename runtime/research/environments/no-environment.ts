/**
 * The error for an environment that cannot be made, because its packages are not available. It concerns the
 * notebook, not the command.
 */

/** The message has the request, and the resolver's answer. */
export class NoEnvironment extends Error {}
