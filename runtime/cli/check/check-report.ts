/** The report of `sluice check`: its format and its way to standard output, from the options. */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import {
  githubFormat,
  jsonFormat,
  junitFormat,
  type ReportFormat,
  sarifFormat,
  statisticsFormat,
  textFormat,
} from '../../checking/index.ts';
import { writeData, writeJson, writeText } from '../terminal/terminal.ts';
import type { CheckCommand, ReportFormatName } from './check-options.ts';

/** Writes a report in a format. */
export function reportWriter(format: ReportFormatName): (text: string) => void {
  switch (format) {
    case 'text':
      return writeText;
    case 'github':
    case 'junit':
      return writeData;
    case 'json':
    case 'sarif':
      return writeJson;
  }
}

/** The format from the options. */
export function reportFormat(command: CheckCommand): ReportFormat {
  const { format, statistics } = command;
  const found = formatNamed(format, command);
  return statistics ? statisticsFormat(found, format === 'json') : found;
}

function formatNamed(name: ReportFormatName, command: CheckCommand): ReportFormat {
  switch (name) {
    case 'text':
      return textFormat({
        verbose: command.verbose,
        showsForm: command.verbose || command.phase !== null || command.select !== null,
        hint: hintFor(command),
      });
    case 'json':
      return jsonFormat;
    case 'github':
      return githubFormat;
    case 'junit':
      return junitFormat;
    case 'sarif': {
      const manifest = readPlainText(join(findPackageRoot(), 'package.json'), MOST_OF_SETTINGS);
      return sarifFormat((JSON.parse(manifest) as { version: string }).version);
    }
  }
}

/** The ways to a shorter report; empty: the person has chosen one. */
function hintFor({ select, ignore, phase, baseline }: CheckCommand): string {
  if (select !== null || ignore.length > 0 || phase !== null || baseline !== null) return '';
  return '--phase explore (only sure faults), --ignore RULES, --baseline FILE (only new findings)';
}
