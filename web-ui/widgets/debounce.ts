/** `debounce` as lodash has it, for code of widgets that would load it from a server. */

type Action = (...given: never[]) => unknown;

/** Calls the action once, `wait` milliseconds after the last call, or `maxWait` after the first one. */
export default function debounce(
  action: Action,
  wait = 0,
  { leading = false, trailing = true, maxWait = Infinity } = {},
): Action & { cancel(): void; flush(): unknown } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let last: (() => unknown) | null = null;
  let result: unknown;
  const end = (): unknown => {
    clearTimeout(timer);
    timer = undefined;
    const call = last;
    last = null;
    if (call !== null && trailing) result = call();
    return result;
  };
  const debounced = function (this: unknown, ...given: never[]): unknown {
    const call = (): unknown => action.apply(this, given);
    if (timer === undefined) {
      since = Date.now();
      if (leading) result = call();
      else last = call;
    } else last = call;
    clearTimeout(timer);
    timer = setTimeout(end, Math.max(0, Math.min(wait, since + maxWait - Date.now())));
    return result;
  };
  return Object.assign(debounced, {
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
      last = null;
    },
    flush: () => (timer === undefined ? result : end()),
  });
}
