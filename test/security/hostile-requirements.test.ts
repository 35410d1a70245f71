/** Foreign requirements in a folder: no code of the folder runs when an environment is made, and no other index is asked. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { allowedRequirements } from '../../runtime/research/environments/allowed-requirements.ts';
import { type Folder, makeFolder, sluice } from '../cli/sluice.ts';
import { savedNotebook } from '../research/reproduce/saved-notebook.ts';

vi.setConfig({ testTimeout: 400_000 });

let folder: Folder;
let note: string;
let server: Server;
let asked: string[];

beforeEach(async () => {
  folder = makeFolder({ 'x.ipynb': savedNotebook([['print(1)', '1\n']]), 'other/.keep': '' });
  note = join(folder.path, 'SPRUNG');
  asked = [];
  // an index with the sources of one package only
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const sources = '<a href="/sources-1.0.tar.gz">sources-1.0.tar.gz</a>';
    if (request.url?.startsWith('/simple/sources')) response.end(`<html><body>${sources}</body></html>`);
    else if (request.url === '/sources-1.0.tar.gz') response.end(sourcesOf('sources'));
    else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  folder.remove();
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The folder of a package whose building leaves a note. */
function buildable(name: string): string {
  const made = join(folder.path, `${name}-1.0`);
  mkdirSync(made);
  const backend = `open(${JSON.stringify(note)}, 'a').write('built')\nraise SystemExit('no')\n`;
  writeFileSync(join(made, 'backend.py'), backend);
  writeFileSync(
    join(made, 'pyproject.toml'),
    `[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n`,
  );
  writeFileSync(join(made, 'PKG-INFO'), `Metadata-Version: 1.0\nName: ${name}\nVersion: 1.0\n`);
  return made;
}

function sourcesOf(name: string): Buffer {
  if (!existsSync(join(folder.path, `${name}-1.0`))) buildable(name);
  return execFileSync('tar', ['cz', '-C', folder.path, `${name}-1.0`]);
}

/** A wheel that leaves a note when any Python of its environment starts. */
function wheelOf(name: string): string {
  const file = join(folder.path, `${name}-99.0-py3-none-any.whl`);
  const script = `
import sys, zipfile
name, note, file = sys.argv[1:]
info = '%s-99.0.dist-info/' % name
parts = {
    'zzz.pth': 'import sys; open(%r, "a").write("started")\\n' % note,
    name + '/__init__.py': '', name + '/kernelapp.py': '',
    info + 'METADATA': 'Metadata-Version: 2.1\\nName: %s\\nVersion: 99.0\\n' % name,
    info + 'WHEEL': 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
with zipfile.ZipFile(file, 'w') as out:
    for path, text in parts.items(): out.writestr(path, text)
    out.writestr(info + 'RECORD', ''.join(path + ',,\\n' for path in [*parts, info + 'RECORD']))
`;
  execFileSync('python3', ['-c', script, name, note, file]);
  return file;
}

const ATTACKS: Readonly<Record<string, () => void>> = {
  'a package of the folder, by its address': () => {
    folder.write('requirements.txt', `evil @ file://${buildable('evil')}\n`);
  },
  'the same in pyproject.toml': () => {
    const line = JSON.stringify(`evil @ file://${buildable('evil')}`);
    folder.write('pyproject.toml', `[project]\nname = "x"\ndependencies = [${line}]\n`);
  },
  'the same without blanks, with extras and a marker': () => {
    folder.write('requirements.txt', `evil[a]@file://${buildable('evil')} ; python_version > "3"\n`);
  },
  'a kernel of the folder': () => {
    folder.write('requirements.txt', `ipykernel @ file://${wheelOf('ipykernel')}\n`);
  },
  'a package that the kernel needs': () => {
    folder.write('requirements.txt', `tornado @ file://${wheelOf('tornado')}\n`);
  },
  'another index, behind a line break': () => {
    const line = JSON.stringify(`numpy; python_version > "3"\n--index-url ${address()}/other`);
    folder.write('pyproject.toml', `[project]\nname = "x"\ndependencies = [${line}]\n`);
  },
  'the folder, behind a line break': () => {
    const line = JSON.stringify(`numpy; python_version > "3"\n-e ${buildable('evil')}`);
    folder.write('pyproject.toml', `[project]\nname = "x"\ndependencies = [${line}]\n`);
  },
  'another index, in a quoted text of a setup.py': () => {
    folder.write('setup.py', `setup(install_requires=["numpy; 1\n--index-url ${address()}/other"])\n`);
  },
  git: () => {
    folder.write('requirements.txt', `evil @ git+${address()}/other/evil.git\n`);
  },
  'sources of an index': () => {
    folder.write('requirements.txt', 'sources\n');
  },
};

describe('what would run code of the folder, or ask somebody else', () => {
  test.each(Object.keys(ATTACKS))('%s', async (what) => {
    ATTACKS[what]!();
    const env = { UV_DEFAULT_INDEX: `${address()}/simple`, UV_HTTP_RETRIES: '0', UV_NO_CACHE: '1' };
    const { stdout } = await sluice(['reproduce', 'x.ipynb', '--environment', 'clean', '--json'], {
      cwd: folder.path,
      env,
    });
    expect(existsSync(note)).toBe(false);
    expect(asked.filter((path) => path.startsWith('/other') || path.endsWith('.gz'))).toEqual([]);
    expect(stdout).toContain('"type":"notebook"');
  });
});

/** A package built in three ways from the content of its folder, which looks how far it gets meanwhile. */
function curious(name: string, requires: readonly string[] = []): string {
  const made = join(folder.path, `${name}-1.0`);
  mkdirSync(made);
  const backend = `
import os, socket, zipfile
def curious():
    found = []
    for path in (${JSON.stringify(note)}, os.path.expanduser('~/.sluice-sprung'), ${JSON.stringify(join(made, 'own'))}):
        try: open(path, 'a').close(); found.append('wrote ' + path)
        except OSError: pass
    try: socket.create_connection(('127.0.0.1', ${(server.address() as AddressInfo).port}), 2); found.append('connected')
    except OSError: pass
    open('own-copy', 'a').close()
    return ', '.join(found)
def build_wheel(folder, settings=None, metadata=None):
    info = '${name}-1.0.dist-info/'
    parts = {
        '${name}.py': 'found = %r' % curious(),
        info + 'METADATA': 'Metadata-Version: 2.1\\nName: ${name}\\nVersion: 1.0\\n${requires.map((line) => `Requires-Dist: ${line}\\n`).join('')}',
        info + 'WHEEL': 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
    }
    file = '${name}-1.0-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(folder, file), 'w') as out:
        for path, text in parts.items(): out.writestr(path, text)
        out.writestr(info + 'RECORD', ''.join(path + ',,\\n' for path in [*parts, info + 'RECORD']))
    return file
`;
  writeFileSync(join(made, 'backend.py'), backend);
  writeFileSync(
    join(made, 'pyproject.toml'),
    `[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n`,
  );
  return made;
}

async function reproduceAllowed(): Promise<string> {
  const args = ['reproduce', 'x.ipynb', '--environment', 'clean', '--allow-builds', '--json'];
  const { stdout, stderr } = await sluice(args, { cwd: folder.path });
  return stdout + stderr;
}

test.skipIf(process.platform !== 'linux')(
  'what is built has no network, and writes nothing but its copy',
  async () => {
    const made = curious('curious');
    folder.write('requirements.txt', `curious @ file://${made}\n`);
    folder.write('x.ipynb', savedNotebook([['import curious; print([curious.found])', "['']\n"]]));
    expect(await reproduceAllowed()).toContain('"status":"same"');
    expect(readdirSync(made).sort()).toEqual(['backend.py', 'pyproject.toml']);
    expect(asked).toEqual([]);
  },
);

test('a package that is built brings no kernel with it', async () => {
  const made = curious('bringer', [`ipykernel @ file://${wheelOf('ipykernel')}`]);
  folder.write('requirements.txt', `bringer @ file://${made}\n`);
  const said = await reproduceAllowed();
  expect(existsSync(note)).toBe(false);
  expect(said).toContain('it is never from an address');
});

test('requirements are what `packaging` takes for one; the others are left out, and said', async () => {
  const python = await ensurePrivatePython(() => {});
  const lines = [
    'numpy ==1.2',
    'pandas[excel]>=1;python_version<"3.9"',
    'old==2004d',
    'a @ file:///a',
    '-e .',
  ];
  const { lines: kept, leftOut } = await allowedRequirements([...lines, 'b\n-e .'], python, false);
  expect(kept).toEqual(['numpy==1.2', 'pandas[excel]>=1; python_version < "3.9"', 'old']);
  expect(leftOut).toEqual([
    'the address of a (--allow-builds takes it)',
    '"-e .", which is no requirement',
    '"b\\n-e .", which is no requirement',
  ]);
  const allowed = await allowedRequirements(['a @ file:///a', 'pyzmq @ file:///b'], python, true);
  expect(allowed.lines).toEqual(['a @ file:///a']);
  expect(allowed.leftOut).toEqual(['the address of pyzmq, which the kernel is made of']);
});
