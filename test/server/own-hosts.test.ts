import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { ownHosts, shownHost } from '../../runtime/server/own-hosts.ts';

test('a server of this machine only has its three names', () => {
  expect([...ownHosts('127.0.0.1', 80, [])].sort()).toEqual(['127.0.0.1:80', '[::1]:80', 'localhost:80']);
  expect(ownHosts('10.1.2.3', 80, [])).toContain('10.1.2.3:80');
  expect(ownHosts('fe80::1', 80, [])).toContain('[fe80::1]:80');
});

test.each(['0.0.0.0', '::'])('one that listens on %s has the names and addresses of the machine', (host) => {
  const hosts = ownHosts(host, 80, []);
  expect(hosts).toContain(`${hostname().toLowerCase()}:80`);
  expect(hosts).toContain(shownHost(host, 80, []).toLowerCase());
  expect(shownHost(host, 80, [])).not.toContain(host);
});

test('names that are allowed have a port of their own, or that of the server or none', () => {
  const hosts = ownHosts('127.0.0.1', 80, ['Lab.example', 'proxy:8443', '[2001:db8::1]:9']);
  expect(hosts).toContain('lab.example:80');
  expect(hosts).toContain('lab.example');
  expect(hosts).toContain('proxy:8443');
  expect(hosts).not.toContain('proxy:80');
  expect(hosts).toContain('[2001:db8::1]:9');
  expect(shownHost('127.0.0.1', 80, ['Lab.example'])).toBe('Lab.example:80');
});
