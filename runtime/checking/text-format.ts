/** The report for people: each finding with its line and a caret under the range. */

import type { Finding } from '../../slicer/index.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { CheckSummary, ReportFormat } from './report-format.ts';

/** Longer lines are cut around the range. */
const WIDEST_LINE = 100;

export const textFormat: ReportFormat = {
  begin: () => '',
  findings: (found) => found.map(findingText).join(''),
  unreadable: ({ message }) => `${message}\n  unreadable (warning)\n\n`,
  end: summaryText,
};

function findingText(located: LocatedFinding): string {
  const { finding, file, index, region, wholeCell } = located;
  const cell = index === null ? `text cell ${finding.cell}` : `cell ${index}`;
  const line = region === null || wholeCell ? '' : `, line ${region.line}`;
  const where = finding.cell === null ? file : `${file}, ${cell}${line}`;
  const level = finding.severity === 'info' ? '' : ` (${finding.severity})`;
  const mended = finding.fix === null ? '' : `  --fix: ${finding.fix.title}\n`;
  const proof = finding.evidence === null ? '' : finding.evidence.replace(/^(?=.)/gm, '  ').concat('\n');
  const told = `${proof}${witnessText(finding)}${mended}`;
  return `${where}: ${finding.code}${level}: ${finding.message}\n${codeFrame(located)}${told}\n`;
}

function witnessText({ witness }: Finding): string {
  if (witness === undefined) return '';
  const { confirmed, evidence } = witness;
  const word = confirmed === null ? 'cannot be confirmed' : confirmed ? 'confirmed' : 'refuted';
  return `  ${word}: ${evidence}\n`;
}

/** The line and a caret under the range; for a whole cell, only its first line. */
function codeFrame({ region, text, wholeCell }: LocatedFinding): string {
  if (region === null || text.trim() === '') return '';
  const number = String(region.line).padStart(4);
  const skipped = Math.max(0, region.column - 1 - WIDEST_LINE / 2);
  const shown = text.slice(skipped, skipped + WIDEST_LINE).replaceAll('\t', ' ');
  const start = region.column - 1 - skipped;
  const end = region.endLine === region.line ? region.endColumn - 1 - skipped : shown.length;
  const carets = '^'.repeat(Math.max(1, Math.min(end, shown.length) - start));
  const frame = `${number} | ${shown}\n`;
  return wholeCell ? frame : `${frame}     | ${' '.repeat(start)}${carets}\n`;
}

function summaryText({ errors, warnings, infos, notebooks, ...rest }: CheckSummary): string {
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const { skipped, unreadable, fixed } = rest;
  const asides = [
    fixed > 0 ? `${fixed} mended` : '',
    skipped > 0 ? `${skipped} in other languages left out` : '',
    unreadable > 0 ? `${unreadable} could not be read` : '',
  ].filter((aside) => aside !== '');
  const found =
    errors + warnings + infos === 0
      ? 'nothing found'
      : [counted(errors, 'error'), counted(warnings, 'warning'), counted(infos, 'note')].join(', ');
  return `${[`${found} in ${counted(notebooks, 'notebook')}`, ...asides].join('; ')}\n`;
}
