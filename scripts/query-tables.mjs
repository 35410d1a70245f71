/**
 * The tables of `sluice query` in docs/reference/query-tables.md, from the tables themselves. documents.mjs writes the file.
 */
import { join } from 'node:path';
import { build } from 'esbuild';

/** The tables as Markdown, in the order in which they are listed. */
export async function queryTables(root) {
  const { TABLES, VIEWS } = await loadTables(root);
  return [...TABLES, ...VIEWS]
    .map(({ name, what, columns }) => {
      const rows = columns.map((column) => `| \`${column.name}\` | ${column.type} | ${column.what} |`);
      return `## ${name}\n\nA row is ${what}.\n\n| column | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

/** They are TypeScript, and need no build of Sluice for this. */
async function loadTables(root) {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'slicer/query/index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
