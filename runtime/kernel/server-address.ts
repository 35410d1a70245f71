/** Parses the address after `--server`. It does not contact the server. */
import { SluiceError } from '../words/index.ts';
import type { ServerAddress } from './server-api.ts';

/** Pages of the usual front ends, which are not part of a server's base address. */
const PAGES = /\/(lab|tree|notebooks|edit|nbclassic|retro|api)(\/.*)?$/;

/**
 * The base address and token of `url`. Accepts addresses as Jupyter prints them (`…/lab?token=…`); `token`
 * has precedence over one in the address. @throws {SluiceError} 2 when it is no http(s) address.
 */
export function parseServerAddress(url: string, token: string | undefined): ServerAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new SluiceError(
      `--server ${url} is not a web address: give one like http://localhost:8888/ (with --token)`,
      2,
    );
  }
  const path = parsed.pathname.replace(PAGES, '/');
  return {
    url: `${parsed.origin}${path.endsWith('/') ? path : `${path}/`}`,
    token: token ?? parsed.searchParams.get('token') ?? '',
  };
}
