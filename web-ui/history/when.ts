/** Days and times of day, in words. Pure. */

/** A time of day. */
export function timeText(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** A day, as one calls it on the day of `now`. */
export function dayText(at: number, now: number): string {
  const day = new Date(at);
  const before = new Date(now);
  if (day.toDateString() === before.toDateString()) return 'Today';
  before.setDate(before.getDate() - 1);
  if (day.toDateString() === before.toDateString()) return 'Yesterday';
  const isThisYear = day.getFullYear() === new Date(now).getFullYear();
  return day.toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** A moment, as one names it within a sentence on the day of `now`. */
export function momentText(at: number, now: number): string {
  const time = new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  const day = dayText(at, now);
  if (day === 'Today') return `at ${time}`;
  return `${day === 'Yesterday' ? 'yesterday' : day} at ${time}`;
}
