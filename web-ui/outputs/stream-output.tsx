/** Printed text. New text is appended, so that a long log costs only its new part. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { ansiText } from './ansi-text.ts';
import { useReachable } from './reachable.ts';

/** Text of a stream, or of a result with only text. */
export function StreamOutput({ text, name }: { text: string; name: 'stdout' | 'stderr' | 'result' }) {
  const host = useRef<HTMLPreElement>(null);
  useReachable(host);
  const shown = useRef('');
  useLayoutEffect(() => {
    const added = text.slice(shown.current.length);
    const grows =
      shown.current !== '' && text.startsWith(shown.current) && isSimple(added) && isSimple(shown.current);
    if (grows) host.current!.append(added);
    else host.current!.replaceChildren(ansiText(text));
    shown.current = text;
  }, [text]);
  return <pre class={`stream ${name}`} ref={host} />;
}

function isSimple(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return !/[\r\b\x1b]/.test(text);
}
