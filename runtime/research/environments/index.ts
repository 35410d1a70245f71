/** Environments made for a notebook: its needs, its date, and a Python with the packages. */

export { type CleanEnvironment, CleanEnvironments } from './clean-environments.ts';
export { type NeededPackages, neededPackages, storedPython, withAskedFor } from './needed-packages.ts';
export { NoEnvironment } from './no-environment.ts';
export { type NotebookDate, notebookDate } from './notebook-date.ts';
