/** Frames of outputs in an exported notebook: their height, and the libraries that their scripts need. */

const HIGHEST = 6_000;

/** Fits all frames of the page, now and when their content changes. */
export function fitFrames(): void {
  addEventListener('message', ({ data, source }) => {
    const height = Number((data as { sluiceHeight?: unknown } | null)?.sluiceHeight);
    if (!Number.isFinite(height)) return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.style.height = `${Math.min(HIGHEST, height)}px`;
  });
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe:not(.measured)')) {
    // a frame may have told its height before this script began
    const ask = () => frame.contentWindow?.postMessage('sluice-height', '*');
    frame.addEventListener('load', ask);
    ask();
  }
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe.measured')) {
    frame.addEventListener('load', () => measure(frame));
    measure(frame);
  }
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-library]')) {
    const { library = '', content = '' } = frame.dataset;
    const code = document.getElementById(library)?.textContent ?? '';
    frame.srcdoc = content.replace('<div', () => `<script>${code}</script><div`);
  }
}

function measure(frame: HTMLIFrameElement): void {
  const root = frame.contentDocument?.documentElement;
  if (root) frame.style.height = `${Math.min(HIGHEST, root.scrollHeight + 2)}px`;
}
