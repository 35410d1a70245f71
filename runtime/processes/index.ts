/** The door of processes that work for this one: what they start and leave behind can be found, and goes with them. */

export { answerMessages } from './answer-messages.ts';
export { HelperEnded, HelperProcess } from './helper-process.ts';
export { endStrays, makeRunFolder, removeRunFolder } from './run-folder.ts';
