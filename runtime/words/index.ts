/** The door of texts for people: errors, counts, and text that is safe in a terminal, in the log of a CI and in JUnit's reports. */

export { counted } from './counted.ts';
export { type FailureCode, messageOf, SluiceError } from './errors.ts';
export { annotationData, annotationProperty } from './github-annotations.ts';
export { type JunitFailure, junitCase, junitSuite } from './junit.ts';
export { visible, visibleInLogs, visibleJson } from './visible-text.ts';
