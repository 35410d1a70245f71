/**
 * Checks that a JSON value is a notebook for Sluice: a known version of nbformat, for Python. It does not
 * look into cells.
 */
import { SluiceError } from '../words/index.ts';
import { oldCells } from './convert-format.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';
import { asString } from './notebook.ts';

/** Throws a SluiceError unless `json` is a notebook; returns it as an object. */
export function checkFormat(json: JsonValue, path: string): JsonObject {
  if (!isJsonObject(json)) {
    throw new SluiceError(
      `${path} is not a notebook: a notebook is a JSON object with "cells" and "nbformat"`,
    );
  }
  const version = json.nbformat;
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    throw new SluiceError(`${path} is not a notebook: it is JSON, but has no "nbformat" number`);
  }
  if (version > 4 || version < 1) {
    throw new SluiceError(
      `${path} is in nbformat ${version}, which Sluice does not read; save it as nbformat 4`,
    );
  }
  if (oldCells(json) === null) {
    throw new SluiceError(
      `${path} is malformed: "cells" is not a list; open it in Jupyter and save it again`,
    );
  }
  return json;
}

/** Kernels known by name alone, with their languages, because their notebooks may lack other metadata. */
const KERNELS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ir|sparkrkernel)$/i, 'R'],
  [/^julia\b/i, 'Julia'],
  [/^bash$/i, 'Bash'],
  [/^(?:scala|almond|spylon|spark(?:kernel)?$|apache_toree_scala)/i, 'Scala'],
  [/^(?:i?javascript|deno|jslab|tslab|nodejs)$/i, 'JavaScript'],
  [/^xcpp/i, 'C++'],
  [/^\.net-/i, '.NET'],
];

function languageOfKernel(name: string): string | null {
  return KERNELS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** A notebook for another language than Python. */
export class OtherLanguage extends SluiceError {}

/** The other language than Python for which a notebook is, as its metadata names it; null: Python. */
export function otherLanguage(metadata: JsonObject): string | null {
  const kernel = isJsonObject(metadata.kernelspec) ? metadata.kernelspec : {};
  const info = isJsonObject(metadata.language_info) ? metadata.language_info : {};
  const databricks = metadata['application/vnd.databricks.v1+notebook'];
  // The kernel decides the language; the language info comes from an earlier kernel. nbformat 3 and
  // Databricks have words of their own.
  const language =
    asString(kernel.language) ||
    asString(info.name) ||
    asString(metadata.language) ||
    (isJsonObject(databricks) && asString(databricks.language)) ||
    languageOfKernel(asString(kernel.name) ?? '');
  return !language || /^(?:i?python|pyspark) ?[\d.]*$/i.test(language) ? null : language;
}

/** Throws {@link OtherLanguage} if the notebook is for another language than Python. */
export function checkLanguage(metadata: JsonObject, path: string): void {
  const language = otherLanguage(metadata);
  if (language === null) return;
  const name = isJsonObject(metadata.kernelspec) ? asString(metadata.kernelspec.name) : null;
  const source = name ? ` (kernel "${name}")` : '';
  throw new OtherLanguage(
    `${path} is a notebook for ${language}${source}; this needs Python, but sluice open, run and export take it`,
  );
}
