/**
 * Chromium for the tests of the pages: the system's, installed where possible. Without Chromium these tests are skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Where Chromium is; null when there is none. */
export function findChromium() {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}

/** Installs Chromium as root on Debian and the like; elsewhere names the skipped tests and the way to get Chromium. */
export function ensureChromium(say) {
  if (findChromium() !== null) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing Chromium for the tests of the pages (once; takes a minute)');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => spawnSync('apt-get', [...args, '-qq'], { env, stdio: 'ignore' });
    apt('update');
    for (const name of ['chromium-headless-shell', 'chromium']) {
      apt('install', '-y', '--no-install-recommends', name, 'fonts-liberation', 'fonts-dejavu-core');
      if (findChromium() !== null) return;
    }
  }
  say(
    'There is no Chromium: the tests of the pages (test/web-ui) are skipped; install the package chromium to run them',
  );
}
