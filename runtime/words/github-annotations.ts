/** The parts of an annotation of GitHub's workflows, in which some characters have a meaning. It decides no content. */

import { visible } from './visible-text.ts';

/** A message. */
export function annotationData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The value of a property. */
export function annotationProperty(text: string): string {
  return annotationData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
