/** The door of problems of open notebooks: they are checked in a thread, and confirmed in a process. */

export { CheckThread } from './check-thread.ts';
export { proveProblem } from './prove-problem.ts';
