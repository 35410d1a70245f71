/** The door of problems of open notebooks: they are checked in a thread. */

export { CheckThread } from './check-thread.ts';
