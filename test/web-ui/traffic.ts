/** What a page loads over the wire, as Chromium counts: compressed bodies and headers of all answers, and messages of sockets. It asserts nothing. */

import type { Page } from 'playwright-core';

/** Counts from now on; the function gives the bytes so far, by the address without its query. */
export async function countTraffic(page: Page): Promise<() => ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  const add = (request: string, more: number) => {
    const address = addresses.get(request) ?? request;
    bytes.set(address, (bytes.get(address) ?? 0) + more);
  };
  const note = (request: string, url: string) => addresses.set(request, new URL(url).pathname);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => note(requestId, request.url));
  session.on('Network.webSocketCreated', ({ requestId, url }) => note(requestId, url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    add(requestId, encodedDataLength),
  );
  session.on('Network.webSocketFrameReceived', ({ requestId, response }) =>
    add(requestId, response.payloadData.length),
  );
  return () => bytes;
}

/** The kilobytes of all of them, without the text of the notebook that comes over a socket. */
export function kilobytes(traffic: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [address, bytes] of traffic) if (address !== '/socket') sum += bytes;
  return sum / 1000;
}
