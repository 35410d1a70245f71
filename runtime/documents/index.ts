/**
 * Documents: notebooks of nbformat 4, read, changed and written back without touching what did not change.
 */
export { checkLeadsInside, saveAtomically } from './atomic-save.ts';
export { besideOf, removeLeftBeside } from './beside.ts';
export { OtherLanguage } from './check-format.ts';
export { escaped } from './escape-html.ts';
export {
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  type JsonParse,
  type JsonValue,
  lineAndColumn,
  parseJson,
  toValue,
} from './json-text.ts';
export { type NewCell, newNotebook } from './new-notebook.ts';
export type { Cell, CodeCell, MimeBundle, Notebook, Output, TextCell } from './notebook.ts';
export { parseNotebook, readNotebook } from './parse-notebook.ts';
export { checkPlainFile, describeFailure, isDiskFull, readBytes, readText, streamFile } from './read-text.ts';
export { isRunning, startOf } from './running.ts';
export { serializeNotebook, withOutputs } from './serialize-notebook.ts';
export { SourcePlaces } from './source-place.ts';
