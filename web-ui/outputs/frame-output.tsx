/** An output with scripts, in a frame that has no origin: it cannot reach the page, the files or the kernel. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { FrameContent } from './frame.ts';
import { ElsewhereNote } from './trust-note.tsx';

const HIGHEST = 6_000;

interface FrameProps {
  readonly content: FrameContent;
  /** Whether it may reach other servers. */
  readonly trusted: boolean;
}

/** The frame. */
export function FrameOutput({ content, trusted }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(60);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const listen = ({ data, source }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') frame.current.contentWindow?.postMessage(content, '*');
      if (data.type === 'blocked') setHeld(true);
      if (data.type === 'height') setHeight(Math.min(HIGHEST, Number(data.height)));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [content]);
  return (
    <>
      <iframe
        // what a frame may do is decided when it is loaded
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
