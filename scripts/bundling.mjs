/** The common parts of bundles: their making, messages about mistakes in the sources, and notices of the libraries within. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { SetupFailure } from './fail.mjs';

/** esbuild's description of input and output files. `what` is bundled: for the message of a mistake. */
export async function bundle(what, options) {
  try {
    const { metafile } = await build({
      bundle: true,
      format: 'esm',
      logLevel: 'silent',
      legalComments: 'none',
      metafile: true,
      ...options,
    });
    return metafile;
  } catch (error) {
    const first = error.errors?.[0];
    if (first === undefined) throw error;
    const at = first.location ? `${first.location.file}:${first.location.line}: ` : '';
    throw new SetupFailure(`${what} cannot be bundled (npm run check shows all): ${at}${first.text}`);
  }
}

/** The licences of all packages with files in the bundle. */
export function licences(root, files) {
  const names = files.flatMap((file) => file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? `\n\n${readFileSync(join(folder, file), 'utf8').trim()}` : '';
    return `${name} ${version} (${license})${text}`;
  });
  return `Libraries in these files, with their licences.\n\n${texts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}
