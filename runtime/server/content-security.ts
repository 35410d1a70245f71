/** What pages of the server may load and do. Scripts of outputs run in frames without an origin, under a policy of their own. */

/** Headers of every answer. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // the names of servers in links are not looked up before somebody follows them
  'X-DNS-Prefetch-Control': 'off',
};

/** Of the product's own files: the frames of outputs have no origin, and load what draws in them. */
export const FOR_FRAMES: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Of the pages of the product: only own scripts; images may come from where a notebook's text says. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Of the frame in which outputs with scripts are shown: they may do what they like, but without an origin: no cookie, no files, no
 * API of the server, and no way to the page but messages.
 */
export const FRAME_POLICY = [
  'sandbox allow-scripts allow-popups allow-downloads',
  "default-src 'unsafe-inline' 'unsafe-eval' data: blob: https: *",
].join('; ');

/**
 * Of the same frame for what is not trusted (charts, which are drawn by our libraries): it has no network, and no way out. `'unsafe-eval'`:
 * Vega compiles its own expressions.
 */
export const QUIET_FRAME_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** Of files of the opened folder: shown as they are, without any rights. */
export const FILE_POLICY = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";
