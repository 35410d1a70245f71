/** The door of the differences between Linux, macOS and Windows. */

export { type Ability, whyLacking } from './abilities.ts';
export { askToEnd, endWhenAsked, isEndMessage, killingCommand, killProcess } from './end-process.ts';
export {
  cacheFolder,
  jupyterDataFolder,
  temporaryVariable,
  temporaryVariables,
  trashFolders,
} from './folders.ts';
export { linkKind, makeLink } from './links.ts';
export { isOfSystem, isWithin, pathsOf } from './paths.ts';
export { HERE, type Platform, platformNamed } from './platform.ts';
export {
  listedByPowerShell,
  listedByPs,
  type RunningProcess,
  runningProcesses,
  tellsVariables,
} from './process-table.ts';
export { openingCommand, programFile, programOnPath, pythonIn } from './programs.ts';
export { replaceFile } from './replace-file.ts';
export { isRunning, startOf } from './running.ts';
