/**
 * A plugin of esbuild that shortens imports through the doors of folders (`index.ts`) to the files behind the doors. esbuild puts each
 * file that a door names into the same part of the bundle, so a command would otherwise load the code of all commands. Types and unknown
 * names stay as they are.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** `import { … } from '…'` and `export { … } from '…'`, as the formatter writes them; types apart. */
const LIST = /^(import|export) \{([^}]*)\} from '(\.[^']*)';/gm;
const ALL = /^export \* from '(\.[^']*)';/gm;
const OWN = /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class) ([\w$]+)/gm;

/** The plugin for the sources below `root`. */
export function directImports(root) {
  const known = new Map();
  const namesIn = (path) => {
    if (!known.has(path)) known.set(path, namesOf(path, namesIn));
    return known.get(path);
  };
  return {
    name: 'direct-imports',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (relative(root, path).startsWith('node_modules')) return undefined;
        const text = readFileSync(path, 'utf8');
        return { contents: path.endsWith('/index.ts') ? text : shortened(path, text, namesIn), loader: 'ts' };
      });
    },
  };
}

/** The text of a file, with each name imported from the file that defines the name. */
function shortened(path, text, namesIn) {
  return text.replace(LIST, (whole, verb, list, from) => {
    const target = resolve(dirname(path), from);
    if (verb !== 'import' || !target.endsWith('/index.ts') || !existsSync(target)) return whole;
    const behind = namesIn(target);
    return membersOf(list)
      .map(({ name, as }) => {
        const { file, original } = behind.get(name) ?? { file: target, original: name };
        return `import { ${original} as ${as} } from '${pathFrom(path, file)}';`;
      })
      .join(' ');
  });
}

/** The exported values of a file, through the files behind the file: `Map<name, { file, original }>`. */
function namesOf(path, namesIn) {
  const text = readFileSync(path, 'utf8');
  const found = new Map();
  for (const [, from] of text.matchAll(ALL)) {
    for (const [name, place] of namesIn(resolve(dirname(path), from))) found.set(name, place);
  }
  for (const [, name] of text.matchAll(OWN)) found.set(name, { file: path, original: name });
  for (const [, verb, list, from] of text.matchAll(LIST)) {
    if (verb !== 'export') continue;
    const inner = namesIn(resolve(dirname(path), from));
    for (const { name, as } of membersOf(list)) {
      const place = inner.get(name);
      if (place !== undefined) found.set(as, place);
    }
  }
  return found;
}

/** The values of a list such as `a, b as c, type D`. */
function membersOf(list) {
  const parts = list.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name, as = name] = part.split(' as ');
      return { name, as };
    });
}

function pathFrom(path, file) {
  const found = relative(dirname(path), file);
  return found.startsWith('.') ? found : `./${found}`;
}
