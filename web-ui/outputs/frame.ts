/**
 * Runs in the frame of an output with scripts, which has no origin: draws what the page sends, and tells its height, and that something
 * may not be loaded. It can ask the page for nothing.
 */

/** What the page sends to a frame. */
export type FrameContent =
  | { readonly type: 'html'; readonly html: string }
  | { readonly type: 'script'; readonly code: string };

addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  const content = data as FrameContent;
  if (content.type === 'script') {
    run(content.code, null);
    return;
  }
  document.body.innerHTML = content.html;
  // scripts that come with HTML do not run by themselves
  const scripts = [...document.body.querySelectorAll('script')];
  void runInTurn(scripts);
});

async function runInTurn(scripts: readonly HTMLScriptElement[]): Promise<void> {
  for (const old of scripts) await run(old.textContent ?? '', old);
}

function run(code: string, old: HTMLScriptElement | null): Promise<void> {
  const script = document.createElement('script');
  for (const { name, value } of old?.attributes ?? []) script.setAttribute(name, value);
  script.textContent = code;
  const done = new Promise<void>((resolve) => {
    if (!script.src) resolve();
    script.onload = () => resolve();
    script.onerror = () => resolve();
  });
  if (old === null) document.body.append(script);
  else old.replaceWith(script);
  return done;
}

function tellHeight(): void {
  const height = Math.max(document.body.scrollHeight, document.body.getBoundingClientRect().height) + 16;
  parent.postMessage({ type: 'height', height: Math.ceil(height) }, '*');
}

addEventListener('securitypolicyviolation', () => parent.postMessage({ type: 'blocked' }, '*'));

addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = 'body{margin:8px 0;font:13px system-ui,sans-serif}';
  document.head.append(style);
  new ResizeObserver(tellHeight).observe(document.body);
  parent.postMessage({ type: 'ready' }, '*');
});
