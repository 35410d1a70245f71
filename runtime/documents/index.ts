/** Documents: reads notebooks, changes them, and writes them back without touching unchanged parts. */
export { checkLeadsInside, saveAtomically } from './atomic-save.ts';
export { besideOf, removeLeftBeside } from './beside.ts';
export { hasTag, type RunTag } from './cell-tags.ts';
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
  sameJson,
  toValue,
} from './json-text.ts';
export { type NewCell, newNotebook } from './new-notebook.ts';
export {
  type Cell,
  type CodeCell,
  hasOwnIds,
  type MimeBundle,
  type Notebook,
  type Output,
  type TextCell,
} from './notebook.ts';
export { mendedNote, otherKernelNote } from './opening-notes.ts';
export {
  inferredLiteral,
  jsonLiteral,
  type Parameter,
  parametersCell,
  textLiteral,
  withParameters,
} from './parameters.ts';
export { parseNotebook, readNotebook } from './parse-notebook.ts';
export { checkPlainFile, describeFailure, isDiskFull, readBytes, readText, streamFile } from './read-text.ts';
export { isRunning, startOf } from './running.ts';
export { serializeMended, serializeNotebook, withOutputs } from './serialize-notebook.ts';
export { SourcePlaces } from './source-place.ts';
