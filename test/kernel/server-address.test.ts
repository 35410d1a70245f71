import { describe, expect, test } from 'vitest';
import { parseServerAddress } from '../../runtime/kernel/server-address.ts';
import { describeExit } from '../../runtime/kernel/server-failures.ts';

describe('the address after --server', () => {
  test.each([
    ['http://localhost:8888', undefined, 'http://localhost:8888/', ''],
    ['http://localhost:8888/lab?token=abc', undefined, 'http://localhost:8888/', 'abc'],
    ['http://localhost:8888/tree?token=abc', 'mine', 'http://localhost:8888/', 'mine'],
    ['https://hub.example.org/user/ann/lab/tree/a.ipynb', 't', 'https://hub.example.org/user/ann/', 't'],
    ['https://hub.example.org/user/ann', 't', 'https://hub.example.org/user/ann/', 't'],
  ])('%s with token %s', (address, token, url, used) => {
    expect(parseServerAddress(address, token)).toEqual({ url, token: used });
  });

  test.each(['localhost:8888', 'ftp://x/', 'x', ''])('%j is wrong usage', (address) => {
    expect(() => parseServerAddress(address, undefined)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

test.each([
  [0, 'the kernel process ended with exit code 0'],
  [-9, 'the kernel process was killed (SIGKILL, often because memory ran out)'],
  [-11, 'the kernel process was killed (SIGSEGV)'],
  [-64, 'the kernel process was killed (signal 64)'],
  [null, 'the kernel process is gone'],
])('exit code %s', (code, text) => {
  expect(describeExit(code)).toBe(text);
});
