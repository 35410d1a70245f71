/**
 * Limits on the loads and actions of the server's pages. Scripts of outputs run in frames without an origin,
 * under a policy of their own.
 */

/** Headers of every answer. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // the names of servers in links are not looked up before a click
  'X-DNS-Prefetch-Control': 'off',
};

/** For the product's own files: frames of outputs have no origin, and load code that draws in them. */
export const FOR_FRAMES: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * For the product's pages: only own scripts; images may come from any address in a notebook's text; only the product's own pages
 * may frame them.
 */
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
  "frame-ancestors 'self'",
].join('; ');

/**
 * For the frame of outputs with scripts: free, but without an origin: no cookie, no files, no API of the
 * server, and no way to the page except messages.
 */
export const FRAME_POLICY = [
  'sandbox allow-scripts allow-popups allow-downloads',
  "default-src 'unsafe-inline' 'unsafe-eval' data: blob: https: *",
].join('; ');

/**
 * For the same frame with untrusted content (charts, which our libraries draw): no network, and no way out.
 * `'unsafe-eval'`: Vega compiles its own expressions.
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

/** Of PDF files: browsers draw them in a part of their own, which a sandbox would keep out. */
export const PDF_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";
