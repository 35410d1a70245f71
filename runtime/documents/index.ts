/** Documents: reads notebooks, changes them, and writes them back without touching unchanged parts. */

export { checkLeadsInside, saveAtomically } from './atomic-save.ts';
export { type AttachedPicture, attachedPicture } from './attachments.ts';
export { type BackgroundSave, saveInBackground } from './background-save.ts';
export { besideOf, removeLeftBeside } from './beside.ts';
export { cellsToRun, hasTag, type RunTag } from './cell-tags.ts';
export { OtherLanguage, otherLanguage } from './check-format.ts';
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
export { keepIds } from './keep-ids.ts';
export { type NewCell, newNotebook } from './new-notebook.ts';
export {
  type Cell,
  type CodeCell,
  hasOwnIds,
  isForKernel,
  type MimeBundle,
  type Notebook,
  type Output,
  type TextCell,
} from './notebook.ts';
export { mendedNote, otherKernelNote } from './opening-notes.ts';
export { withCount } from './output-counts.ts';
export { notesIn, ownNote, readNote, writeOwnNote } from './own-notes.ts';
export { type ParameterControl, parameterControls, parameterOf } from './parameter-controls.ts';
export { inferredLiteral, jsonLiteral, textLiteral } from './parameter-literals.ts';
export type { Parameter } from './parameters.ts';
export { type Languages, parseNotebook, readNotebook } from './parse-notebook.ts';
export { isPercent, parsePercent, percentSource } from './percent-format.ts';
export { asJupyterNotebook, asPercentText } from './percent-notebook.ts';
export { checkPlainFile, describeFailure, isDiskFull, readBytes, readText, streamFile } from './read-text.ts';
export { serializeMended, serializeNotebook, withOutputs } from './serialize-notebook.ts';
export {
  type Parametrized,
  type SettableParameter,
  setParameters,
  settableParameters,
} from './set-parameters.ts';
export { SourcePlaces } from './source-place.ts';
export { parseToml, tomlEntries, tomlMistake, tomlTexts } from './toml-entries.ts';
