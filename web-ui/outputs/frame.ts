/**
 * Runs in the frame of an output with scripts, which has no origin: draws the page's content, and reports its
 * height, and blocked loads. It can ask the page for nothing.
 */

import { drawContent, type FrameContent } from './draw-content.ts';
import { takeShippedScripts } from './shipped-scripts.ts';
import { markTheme } from './theme-mark.ts';

takeShippedScripts();

addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  void drawContent(data as FrameContent, place);
});

function tellHeight(): void {
  const height = Math.max(document.body.scrollHeight, document.body.getBoundingClientRect().height) + 16;
  parent.postMessage({ type: 'height', height: Math.ceil(height) }, '*');
}

addEventListener('securitypolicyviolation', () => parent.postMessage({ type: 'blocked' }, '*'));

addEventListener('DOMContentLoaded', () => {
  markTheme();
  const style = document.createElement('style');
  style.textContent = 'body{margin:8px 0;font:13px system-ui,sans-serif}';
  document.head.append(style);
  new ResizeObserver(tellHeight).observe(document.body);
  parent.postMessage({ type: 'ready' }, '*');
});
