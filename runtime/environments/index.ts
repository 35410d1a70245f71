/** Environments made for a notebook: what it needs, as of when, and a Python that has it. */

export { type CleanEnvironment, CleanEnvironments } from './clean-environments.ts';
export { type NeededPackages, neededPackages, storedPython, withAskedFor } from './needed-packages.ts';
export { NoEnvironment } from './no-environment.ts';
export { type NotebookDate, notebookDate } from './notebook-date.ts';
