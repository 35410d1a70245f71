/** Answers to requests that are not what was asked for, and the addresses that requests name. */

/** With the status of HTTP, and in one line why. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The address that a request names. @throws {Refusal} when it is none: `//` would be a server without a name. */
export function addressOf(request: { readonly url?: string | undefined }): URL {
  const { url = '/' } = request;
  try {
    return new URL(url.startsWith('/') ? `http://server${url}` : url, 'http://server');
  } catch {
    throw new Refusal(400, 'the address is malformed');
  }
}

/** A part of an address without its `%` codes. @throws {Refusal} */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, 'the address is malformed');
  }
}
