/** The door of queries: facts in a database, queries about them, and formats of results. */

export { type AskedQuery, FactsDatabase, type Parameters } from './facts-database.ts';
export { QueryThread } from './query-thread.ts';
export { RESULT_FORMATS, type ResultFormat, type ResultFormatName, resultFormat } from './result-formats.ts';
export { SqlMistake } from './sql-mistake.ts';
export { EndedThread, WaitingQueryThread } from './waiting-query-thread.ts';
