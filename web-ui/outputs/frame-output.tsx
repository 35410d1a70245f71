/** An output with scripts, in a frame that has no origin: it cannot reach the page, the files or the kernel. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { FrameContent } from './frame.ts';

const HIGHEST = 6_000;

/** The frame. */
export function FrameOutput({ content }: { content: FrameContent }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(60);
  useEffect(() => {
    const listen = ({ data, source }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') frame.current.contentWindow?.postMessage(content, '*');
      if (data.type === 'height') setHeight(Math.min(HIGHEST, Number(data.height)));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [content]);
  return (
    <iframe
      ref={frame}
      class="frame-output"
      title="Output with scripts"
      sandbox="allow-scripts allow-popups allow-downloads"
      src="/assets/frame.html"
      style={{ height: `${height}px` }}
    />
  );
}
