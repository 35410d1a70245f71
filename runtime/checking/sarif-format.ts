/**
 * The report as SARIF 2.1.0. Regions are lines of the file as text, which editors and code hosts resolve; the
 * cell is a logical location, with its text as a snippet. It is written in parts, so a report can have any
 * size.
 */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RULES, ruleName, type Severity } from '../../slicer/index.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { CheckSummary, ReportFormat } from './report-format.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** A report for one run of a version of Sluice. */
export function sarifFormat(version: string): ReportFormat {
  let separator = '\n';
  const unreadable: object[] = [];
  return {
    begin() {
      const rules = RULES.map(({ code, what, why, severity, phase, fix }) => ({
        id: code,
        name: ruleName(code),
        shortDescription: { text: what },
        fullDescription: { text: `${what}. ${why}` },
        help: { text: fix === null ? why : `${why} --fix ${fix}.` },
        defaultConfiguration: { level: LEVELS[severity] },
        properties: { tags: [phase] },
      }));
      const tool = JSON.stringify({ driver: { name: 'Sluice', semanticVersion: version, rules } });
      return `{"$schema":"${SCHEMA}","version":"2.1.0","runs":[{"tool":${tool},"columnKind":"utf16CodeUnits","results":[`;
    },
    notebook(_, found) {
      const parts = found.map((located) => {
        const part = `${separator}${JSON.stringify(resultOf(located))}`;
        separator = ',\n';
        return part;
      });
      return parts.join('');
    },
    unreadable({ file, message }) {
      const locations = [{ physicalLocation: { artifactLocation: artifact(file) } }];
      unreadable.push({ level: 'error', message: { text: message }, locations });
      return '';
    },
    end({ unreadable: count }: CheckSummary) {
      const invocation = {
        executionSuccessful: count === 0,
        toolExecutionNotifications: unreadable,
      };
      return `\n],"invocations":[${JSON.stringify(invocation)}]}]}\n`;
    },
  };
}

function resultOf({ finding, file, index, region, text, inFile, path }: LocatedFinding): object {
  const { code, severity, cell, message, fix } = finding;
  const snippet = text === '' ? {} : { snippet: { text } };
  const physical = {
    artifactLocation: artifact(file),
    ...(inFile === null ? {} : { region: { ...sarifRegion(inFile), ...snippet } }),
  };
  const logical =
    cell === null
      ? {}
      : {
          logicalLocations: [
            {
              name: index === null ? `text cell ${cell}` : `cell ${index}`,
              fullyQualifiedName: region === null ? cell : `${cell}:${region.line}`,
              kind: 'cell',
            },
          ],
        };
  const related = path.map(({ cell: other, line, what }, at) => ({
    id: at,
    physicalLocation: { artifactLocation: artifact(file) },
    logicalLocations: [{ fullyQualifiedName: `${other}:${line}`, kind: 'cell' }],
    message: { text: what },
  }));
  return {
    ruleId: code,
    ruleIndex: RULES.findIndex((rule) => rule.code === code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: physical, ...logical }],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    properties: { cell, index, line: region?.line ?? null, fix: fix?.title ?? null },
  };
}

function sarifRegion({ line, column, endLine, endColumn }: NonNullable<LocatedFinding['inFile']>): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function artifact(file: string): object {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href };
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return { uri, uriBaseId: '%SRCROOT%' };
}
