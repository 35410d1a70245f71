/** The door of child processes: their own children and files are found and removed with them. */

export { answerMessages } from './answer-messages.ts';
export { HelperEnded, HelperProcess } from './helper-process.ts';
export { endStrays, makeRunFolder, removeRunFolder } from './run-folder.ts';
export { runGit } from './run-git.ts';
export { collectWhenIdle, spareMemory } from './spare-memory.ts';
