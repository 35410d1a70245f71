/** Dates and times of the run's own clock; other dates are data. */

import type { Normalizer, RunTime } from './normalizer.ts';

const CLOCK = String.raw`\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';
const FORMS = [
  String.raw`\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]${CLOCK}(?:Z|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{1,2}[./-]\d{1,2}[./-]\d{4}(?:,? ${CLOCK})?`,
  String.raw`${DAY},? ${MONTH} {1,2}\d{1,2} ${CLOCK}(?: [A-Z]{3,4})? \d{4}`,
  String.raw`(?:${DAY},? )?${MONTH} \d{1,2},? \d{4}(?:,? ${CLOCK})?`,
  String.raw`(?:${DAY},? )?\d{1,2} ${MONTH} \d{4}(?:,? ${CLOCK}(?: GMT)?)?`,
  String.raw`datetime\.(?:date|datetime)\([^()\n]*\)`,
  String.raw`(?<![\w:])${CLOCK}(?![\w:])`,
  String.raw`(?<![\w.])1\d{9}(?:\.\d+)?(?![\w.])`,
];
const HOUR = 3_600_000;

export const DATES: Normalizer = {
  name: 'dates',
  takes: 'dates and times of the run itself, in the same form',
  hides: 'a date in the data equal to today’s',
  tokens: {
    pattern: FORMS.map((form) => `(?:${form})`).join('|'),
    alike: (stored, now, time) => shape(stored) === shape(now) && isClock(now, time),
  },
};

/** A date without its digits and names. */
function shape(text: string): string {
  return text
    .replace(/\d+/g, '0')
    .replace(/[A-Za-z]{3,}/g, 'a')
    .replace(/ +/g, ' ');
}

/** Whether a clock can show this time during the run, in any time zone. */
function isClock(text: string, { from, until }: RunTime): boolean {
  if (/^1\d{9}/.test(text)) return isWithin(Number(text) * 1000, from, until, HOUR / 60);
  if (/^\d{2}:/.test(text)) return isTimeOfDay(text, from, until);
  return isWithin(timeOf(text), from, until, 38 * HOUR);
}

function isWithin(time: number, from: Date, until: Date, margin: number): boolean {
  return time >= from.getTime() - margin && time <= until.getTime() + margin;
}

/** Whether a time of day fits the machine's time zone or UTC. */
function isTimeOfDay(text: string, from: Date, until: Date): boolean {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(',', '.').split(':').map(Number);
  const wanted = hours * 3600 + minutes * 60 + seconds;
  const length = (until.getTime() - from.getTime()) / 1000;
  const starts = [
    from.getHours() * 3600 + from.getMinutes() * 60 + from.getSeconds(),
    from.getUTCHours() * 3600 + from.getUTCMinutes() * 60 + from.getUTCSeconds(),
  ];
  return starts.some((start) => (wanted - start + 60 + 86_400) % 86_400 <= length + 120);
}

function timeOf(text: string): number {
  const parts = /^datetime\.\w+\(([^)]*)\)/.exec(text)?.[1];
  if (parts !== undefined) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.split(',').map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  }
  const days = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text);
  if (days === null) return Date.parse(text.replace(/,(?=\d)/, '.'));
  // month or day may come first; choosing the order nearer to now would turn any date of a year into today's
  const [, first = '', second = '', year = ''] = days;
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), 12);
}
