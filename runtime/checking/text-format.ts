/**
 * The report for people. Each notebook is a heading; below it stand errors, leaks and warnings, each with its
 * line and a caret, then one line for the notes of each rule.
 */

import { type Finding, ruleName } from '../../slicer/index.ts';
import { counted } from '../words/index.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { CheckSummary, ReportFormat } from './report-format.ts';
import { RuleCounts } from './rule-counts.ts';
import { foldedLeaks, groupedNotes, inOrderOfWeight } from './text-order.ts';

/** Longer lines are cut around the range. */
const WIDEST_LINE = 100;
/** The limit of cells in the line for a rule's notes. */
const MOST_CELLS = 6;
/** More findings of one notebook are summed up by rule. */
const ONE_SCREEN = 8;

/** The details of the report. */
export interface TextOptions {
  /** Each note in full. */
  readonly verbose: boolean;
  /** Each finding about form, not one line for all. */
  readonly showsForm: boolean;
  /** The options that shorten the report; empty: the person has given one of them. */
  readonly hint: string;
}

/** The report for people. */
export function textFormat({ verbose, showsForm, hint }: TextOptions): ReportFormat {
  const counts = new RuleCounts();
  let hasFolded = false;
  let hasForm = false;
  return {
    begin: () => '',
    notebook(file, found) {
      if (found.length === 0) return '';
      counts.add(found);
      const form = showsForm ? [] : found.filter(({ finding }) => finding.phase === 'share');
      hasForm ||= form.length > 0;
      const ordered = inOrderOfWeight(found.filter((each) => !form.includes(each)));
      const told = verbose ? ordered : ordered.filter(({ finding }) => finding.severity !== 'info');
      const notes = verbose ? [] : groupedNotes(ordered);
      hasFolded ||= notes.some((group) => group.length > 1);
      const parts = foldedLeaks(told).map(({ located, others }) => findingText(located, others));
      return `${file}\n${parts.join('')}${notes.map(notesText).join('')}${formText(form)}\n`;
    },
    unreadable: ({ message }) => `${message}\n  unreadable (warning)\n\n`,
    end(summary) {
      const byRule = counts.rules().map(({ code, count }) => `${ruleName(code)} ×${count}`);
      const { notebooks, errors, warnings, infos } = summary;
      const isLong = notebooks > 1 || errors + warnings + infos > ONE_SCREEN;
      const rules = isLong && byRule.length > 1 ? `by rule: ${byRule.join(', ')}\n` : '';
      const all = hasFolded ? 'all notes: --verbose' : '';
      const form = hasForm ? 'form in full: --phase share' : '';
      const less = hint === '' || byRule.length < 2 ? '' : `less: ${hint}`;
      const hints = [all, form, less].filter((text) => text !== '').join('; ');
      return `${summaryText(summary)}${rules}${hints === '' ? '' : `${hints}\n`}`;
    },
  };
}

function findingText(located: LocatedFinding, others: readonly LocatedFinding[]): string {
  const { finding } = located;
  const level = finding.severity === 'info' ? 'note' : finding.severity;
  const mended = finding.fix === null ? '' : `    --fix: ${finding.fix.title}\n`;
  const proof = finding.evidence === null ? '' : finding.evidence.replace(/^(?=.)/gm, '    ').concat('\n');
  const also = others.length === 0 ? '' : `    also: ${others.map(placeText).join('; ')}\n`;
  const rest = `${codeFrame(located)}${proof}${witnessText(finding)}${also}${mended}`;
  const place = finding.cell === null ? '' : `${placeText(located)}: `;
  return `  ${place}${level}: ${ruleName(finding.code)}: ${finding.message}\n${rest}\n`;
}

function placeText({ finding, index, region, wholeCell }: LocatedFinding): string {
  const cell = index === null ? `text cell ${finding.cell}` : `cell ${index}`;
  return region === null || wholeCell ? cell : `${cell}, line ${region.line}`;
}

/** One line for the notes of a rule. */
function notesText(notes: readonly LocatedFinding[]): string {
  const [first] = notes as [LocatedFinding];
  const { code, message, cell } = first.finding;
  const fixes = notes.filter(({ finding }) => finding.fix !== null).length;
  const fix = fixes === 0 ? '' : ` (--fix: ${fixes === 1 ? '1 change' : `${fixes} changes`})`;
  if (notes.length === 1) {
    const place = cell === null ? '' : `${placeText(first)}: `;
    return `  ${place}note: ${ruleName(code)}: ${message}${fix}\n`;
  }
  const cells = [...new Set(notes.flatMap(({ index }) => (index === null ? [] : [index])))];
  const shown = cells.slice(0, MOST_CELLS).join(', ');
  const rest = cells.length > MOST_CELLS ? ` and ${cells.length - MOST_CELLS} more` : '';
  const where = cells.length === 0 ? '' : `, cell${cells.length === 1 ? '' : 's'} ${shown}${rest}`;
  return `  note: ${ruleName(code)} ×${notes.length}${where}${fix}\n`;
}

/** One line for findings about form. */
function formText(found: readonly LocatedFinding[]): string {
  if (found.length === 0) return '';
  const counts = new RuleCounts();
  counts.add(found);
  return `  form: ${counts
    .rules()
    .map(({ code, count }) => `${ruleName(code)} ×${count}`)
    .join(', ')}\n`;
}

function witnessText({ witness }: Finding): string {
  if (witness === undefined) return '';
  const { confirmed, evidence } = witness;
  const word = confirmed === null ? 'cannot be confirmed' : confirmed ? 'confirmed' : 'refuted';
  return `    ${word}: ${evidence}\n`;
}

/** The line and a caret under the range; for a whole cell, only its first line. */
function codeFrame({ region, text, wholeCell }: LocatedFinding): string {
  if (region === null || text.trim() === '') return '';
  const number = String(region.line).padStart(6);
  const skipped = Math.max(0, region.column - 1 - WIDEST_LINE / 2);
  const shown = text.slice(skipped, skipped + WIDEST_LINE).replaceAll('\t', ' ');
  const start = region.column - 1 - skipped;
  const end = region.endLine === region.line ? region.endColumn - 1 - skipped : shown.length;
  const carets = '^'.repeat(Math.max(1, Math.min(end, shown.length) - start));
  const frame = `${number} | ${shown}\n`;
  return wholeCell ? frame : `${frame}       | ${' '.repeat(start)}${carets}\n`;
}

function summaryText({ errors, warnings, infos, notebooks, ...rest }: CheckSummary): string {
  const { skipped, unreadable, fixed, known } = rest;
  const asides = [
    known > 0 ? `${counted(known, 'finding')} of the baseline left out` : '',
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
