/**
 * Installs the npm packages when they are missing or the lock file changed.
 * package-lock.json chooses the versions.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from './fail.mjs';

/** Makes `node_modules` match the lock file. `say` gets a line when there is something to do. */
export function ensureNpmPackages(root, say) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.sluice-lock');
  const hash = createHash('sha256').update(lock).digest('hex');
  const listed = existsSync(join(root, 'node_modules', '.package-lock.json'));
  if (listed && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!isInstalled(root, lock)) {
    say('Installing npm packages (once; takes some seconds)');
    installPackages(root);
  }
  writeFileSync(stamp, hash);
}

/** Whether somebody has run npm by hand: every package that is not optional is there in its locked version. */
function isInstalled(root, lock) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/**
 * `npm ci`; where that refuses the lock file, `npm install` with the same versions. npm refuses a lock file that
 * lacks optional packages for other platforms, as one written against an incomplete mirror does.
 */
function installPackages(root) {
  const strict = runNpm(root, ['ci']);
  if (strict === null) return;
  const failure = /in sync/.test(strict) ? runNpm(root, ['install', '--no-save']) : strict;
  if (failure !== null) throw new SetupFailure(`npm packages could not be installed: ${explain(failure)}`);
}

/** Runs npm; null after success, else npm's output. */
function runNpm(root, command) {
  const [file, first] = npmCommand();
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync(file, [...first, ...command, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? null : (error?.message ?? stderr);
}

/** The program and the first arguments that run npm. */
export function npmCommand() {
  // Under `npm start`, npm tells where it is; that also works where `npm` is a shell script.
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
}

function explain(output) {
  if (/ENOSPC/.test(output)) return 'the disk is full; free some space and run again';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/i.test(output)) {
    return 'the npm registry cannot be reached; connect to a network (or set HTTPS_PROXY) and run again';
  }
  if (/ENOENT/.test(output)) return 'npm was not found; install Node.js with npm and run again';
  // The first line that is a sentence: before it come codes, after it a usage text.
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, ''));
  const line = lines.find((text) => /^\S+ \S+ \S+/.test(text) && !/^(code|errno|syscall|path) /.test(text));
  return `${line ?? 'npm gave no reason'}; run npm ci to see more`;
}
