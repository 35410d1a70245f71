/** Questions to a language model: what is sent, what counts, and every way an endpoint can fail. The endpoint is a small server here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { AnswerCache, type AskedModel, askQuestions, modelClient } from '../../runtime/model/index.ts';
import { factsOfNotebook } from '../../slicer/index.ts';

interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: { readonly model: string; readonly messages: readonly { readonly content: string }[] };
}

const library = shippedLibrary();
const cells = [
  { cell: 'a', source: 'import shop\nstock = shop.load()\nsame = stock' },
  { cell: 'b', source: 'shop.sell(stock)' },
  { cell: 'c', source: 'secret = 1' },
  { cell: 'd', source: 'stock.order(2)\nprint(stock)' },
];
const sources = new Map(cells.map(({ cell, source }) => [cell, source]));

let home: string;
let server: Server;
let seen: Seen[];
let reply: (response: ServerResponse, at: number) => void;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sluice-model-'));
  seen = [];
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    seen.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    reply(response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true });
});

const json = (status: number, value: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};
const says = (content: unknown) => json(200, { choices: [{ message: { role: 'assistant', content } }] });

function ask({
  key = null as string | null,
  most = 50,
  milliseconds = 20_000,
  port = 0,
} = {}): Promise<AskedModel> {
  const place = port || (server.address() as AddressInfo).port;
  const address = { url: `http://127.0.0.1:${place}/v1`, model: 'small', key };
  return askQuestions(factsOfNotebook(cells, library), sources, {
    address,
    ask: modelClient(address, { milliseconds, retries: 1 }),
    cache: new AnswerCache(home),
    most,
    tell: () => {},
  });
}

const said = ({ answers }: AskedModel) => answers.map(({ cell, answer }) => `${cell} ${answer}`);

describe('a model', () => {
  test('is sent one cell, one name and its aliases, and nothing of the machine', async () => {
    reply = says('Yes.');
    expect(said(await ask())).toEqual(['b true', 'd true']);
    expect(seen).toHaveLength(2);
    const [{ headers, body }] = seen as [Seen];
    const sent = body.messages.map(({ content }) => content).join('\n');
    expect(body.model).toBe('small');
    expect(sent).toContain('shop.sell(stock)');
    expect(sent).toContain('in it: same.');
    expect(sent).not.toMatch(/secret|load|order/);
    expect(Object.keys(headers).filter((name) => /stainless|authorization|openai/.test(name))).toEqual([]);
  });

  test('gets the key that is for it', async () => {
    reply = says('no');
    expect(said(await ask({ key: 'k-1' }))).toEqual(['b false', 'd false']);
    expect(seen[0]!.headers.authorization).toBe('Bearer k-1');
  });

  test('is not asked again', async () => {
    reply = says('<think>no? yes? no.</think>\n**Yes**');
    expect(await ask()).toMatchObject({ asked: 2, kept: 0 });
    expect(await ask()).toMatchObject({ asked: 0, kept: 2, left: 0 });
    expect(seen).toHaveLength(2);
  });

  test('is asked no more than it may be', async () => {
    reply = says('yes');
    expect(await ask({ most: 1 })).toMatchObject({ asked: 1, left: 1, failure: null });
  });

  test.each([
    ['maybe', says('It depends.')],
    ['nothing', says(null)],
    ['a list', says([{ type: 'text', text: 'yes' }])],
    ['no choices', json(200, {})],
    ['null', json(200, null)],
  ])('that says %s does not count', async (_, answer) => {
    reply = answer;
    expect(await ask()).toMatchObject({ answers: [], asked: 2, garbage: 2, failure: null });
  });

  test('that fails once is asked again', async () => {
    reply = (response, at) => (at === 1 ? json(503, {})(response) : says('yes')(response));
    expect(await ask()).toMatchObject({ asked: 2, left: 0, failure: null });
    expect(seen).toHaveLength(3);
  });

  test.each([
    ['refuses the key', json(401, { error: { message: 'no' } }), 'refuses the key (401)'],
    ['is not there', json(404, {}), 'has no model small'],
    ['takes no request of that kind', json(422, {}), 'answers with an error (422)'],
    [
      'is a web page',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('<html>');
      },
      'does not answer as such an endpoint does',
    ],
    [
      'sends elsewhere',
      (response: ServerResponse) => {
        response.writeHead(307, { location: 'http://127.0.0.1:9999/v1' });
        response.end();
      },
      'cannot be reached',
    ],
  ])('that %s is asked once, and the rest stays open', async (_, answer, failure) => {
    reply = answer;
    const found = await ask();
    expect(found).toMatchObject({ answers: [], asked: 1, left: 2 });
    expect(found.failure).toContain(failure);
  });

  test('that is slow is given up', async () => {
    reply = () => {};
    const found = await ask({ milliseconds: 150 });
    expect(found.failure).toContain('did not answer within 0.15 seconds');
    expect(found).toMatchObject({ answers: [], left: 2 });
  });

  test('that never ends its answer is given up', async () => {
    reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices": [');
    };
    expect(await ask({ milliseconds: 150 })).toMatchObject({ answers: [], left: 2 });
  });

  test('that is down is said to be', async () => {
    const { port } = server.address() as AddressInfo;
    server.close();
    const found = await ask({ port });
    expect(found.failure).toContain('cannot be reached (ECONNREFUSED)');
  });
});
