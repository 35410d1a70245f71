/** The causes shown by output of programs and IPython's commands in a differing cell. It looks at no other cells. */

import { causeOfError, type Explained } from './error-causes.ts';
import type { ComparedCell } from './evidence.ts';
import { differingTexts } from './shown-otherwise.ts';

/** A package manager, a missing program, a missing path, an existing file. Null: none of them. */
export function ofCommands(cell: ComparedCell): Explained | null {
  return ofInstalling(cell) ?? ofMissing(cell) ?? ofWriting(cell);
}

/** The cause for a cell that failed with a program, from the program's output. */
export function ofFailedProgram(cell: ComparedCell): Explained | null {
  return HAS_FAILED.test(cell.error ?? '') ? ofMissing(cell) : null;
}

const HAS_FAILED = /^CalledProcessError\b/;

function ofInstalling({ source }: ComparedCell): Explained | null {
  if (!/^[ \t]*[!%]?[ \t]*(?:\S*pip3?|conda|mamba)[ \t]+install\b/m.test(source)) return null;
  const why = 'it installs packages, and shows what is there to install today';
  return { cause: 'package-version', why };
}

function ofMissing({ source, items, error }: ComparedCell): Explained | null {
  const said = items.flatMap(({ status, now }) =>
    status === 'same' ? [] : [now.get('stdout') ?? '', now.get('stderr') ?? ''],
  );
  const text = said.join('\n');
  const program = /(?:^|[\s:])([\w.-]+): (?:command )?not found/.exec(text)?.[1];
  if (program !== undefined) {
    return { cause: 'missing-package', why: `the program ${program} is not installed` };
  }
  const runsProgram =
    HAS_FAILED.test(error ?? '') || /^[ \t]*(?:!|%%(?:bash|sh|script|!)|%(?:sx|cd|ls|cat)\b)/m.test(source);
  if (!runsProgram) return null;
  const place = /['‘"]?([^\s'‘’":]+)['’"]?: No such file or directory/.exec(text)?.[1];
  return place === undefined ? null : causeOfError(`FileNotFoundError: '${place}'`);
}

/** `%%writefile` reports whether the file existed before. */
function ofWriting(cell: ComparedCell): Explained | null {
  const written = differingTexts(cell).find(([before, after]) => {
    const [then, now] = [before, after].map((text) => /^(?:Overwriting|Writing) (.+)/.exec(text));
    return then?.[1] !== undefined && then[1] === now?.[1] && then[0] !== now[0];
  });
  if (written === undefined) return null;
  const wasThere = written[0].startsWith('Overwriting');
  const why = `the file that it writes was ${wasThere ? '' : 'not '}there when it was saved, and is ${wasThere ? 'not' : 'now'}`;
  return { cause: 'hidden-state', why };
}
