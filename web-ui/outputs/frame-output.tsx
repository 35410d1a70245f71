/** An output with scripts, in a frame without an origin: it cannot access the page, the files or the kernel. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FrameContent } from './draw-content.ts';
import { ElsewhereNote } from './trust-note.tsx';

const HIGHEST = 6_000;

interface FrameProps {
  readonly content: FrameContent;
  /** Whether it may access other servers. */
  readonly trusted: boolean;
}

export function FrameOutput({ content, trusted }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const ready = useRef(false);
  const [height, setHeight] = useState(60);
  const [held, setHeld] = useState(false);
  // before the frame sends its only message that it is ready
  useLayoutEffect(() => {
    ready.current = false;
  }, [trusted]);
  useLayoutEffect(() => {
    const draw = () => frame.current?.contentWindow?.postMessage(content, '*');
    const listen = ({ data, source }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') {
        ready.current = true;
        draw();
      }
      if (data.type === 'blocked') setHeld(true);
      if (data.type === 'height') setHeight(Math.min(HIGHEST, Number(data.height)));
    };
    window.addEventListener('message', listen);
    if (ready.current) draw();
    return () => window.removeEventListener('message', listen);
  }, [content]);
  return (
    <>
      <iframe
        // the rights of a frame are set when it loads
        key={String(trusted)}
        ref={frame}
        class="frame-output"
        title="Output with scripts"
        sandbox={trusted ? 'allow-scripts allow-popups allow-downloads' : 'allow-scripts'}
        src={trusted ? '/assets/frame.html' : '/assets/quiet-frame.html'}
        style={{ height: `${height}px` }}
      />
      {held && !trusted && <ElsewhereNote />}
    </>
  );
}
