/** The Pythons and kernelspecs among which a person chooses for a notebook, and the choice that counts. It starts none. */

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type KernelSpecs, kernelNameOf } from '../../kernel/index.ts';
import {
  type KernelChoice,
  type KernelspecEntry,
  MissingKernel,
  type WantedKernel,
} from '../../live/index.ts';
import { choosePython, chosenPython, foundEnvironments } from '../../python/index.ts';
import { SluiceError } from '../../words/index.ts';

const [SPEC, PYTHON] = ['kernelspec:', 'python:'];
const DEFAULT = 'default';

/** The choice that counts. `name`: of the kernel for the server; undefined: that of the options. */
export interface ChosenKernel {
  readonly id: string;
  readonly name: string | undefined;
  /** Why an earlier choice does not count, as a sentence without its end; null: it counts, or there is none. */
  readonly missing: string | null;
}

/** A kernelspec that says no more than "Python 3": the default counts. */
const GENERIC = /^(?:sluice-)?i?python[\d.]*$/i;

/** All choices for a notebook. `python`: the interpreter of the default; null: unknown. */
export function kernelChoices(
  notebook: string,
  root: string,
  { specs }: KernelSpecs,
  python: string | null,
): readonly KernelChoice[] {
  const environments = foundEnvironments(dirname(notebook), root);
  return [
    { id: DEFAULT, label: 'Default', place: python ?? '', unusable: null, language: 'python' },
    ...environments.map(({ python: path, name, version, unusable }) => ({
      id: PYTHON + path,
      label: `Python ${version} (${name})`,
      place: path,
      unusable,
      language: 'python',
    })),
    ...specs
      .filter(({ name }) => !GENERIC.test(name))
      .map(({ name, displayName, language }) => ({
        id: SPEC + name,
        label: displayName,
        place: `kernelspec ${name}`,
        unusable: null,
        language,
      })),
  ];
}

/**
 * The kernel for a notebook: the choice of this session, else, unless the command line names one, the
 * person's earlier choice, else the kernelspec that the notebook names. No Python stands in for a kernel of
 * another `language`, but another kernel of this language does. @throws {SluiceError} without any.
 */
export function chosenKernel(
  notebook: string,
  { named, language, chosen: now }: Pick<WantedKernel, 'named' | 'language' | 'chosen'>,
  isFixed: boolean,
  { specs }: KernelSpecs,
): ChosenKernel {
  if (language !== null && now === null) return kernelOfLanguage(named, language, specs);
  const python = now === null ? chosenPython(notebook) : null;
  const spec = named !== null && !GENERIC.test(named) ? SPEC + named : DEFAULT;
  const id = now ?? (isFixed ? DEFAULT : python === null ? spec : PYTHON + python);
  if (id.startsWith(PYTHON)) {
    const path = id.slice(PYTHON.length);
    if (existsSync(path)) return { id, name: kernelNameOf(path), missing: null };
    return { ...NO_CHOICE, missing: `The Python chosen for this notebook is gone (${path})` };
  }
  if (!id.startsWith(SPEC)) return NO_CHOICE;
  const name = id.slice(SPEC.length);
  if (specs.some((each) => each.name === name)) return { id, name, missing: null };
  return { ...NO_CHOICE, missing: `The kernel "${name.slice(0, 100)}" of this notebook is not installed` };
}

/** The kernel that a notebook of another language names, else the first one of this language. @throws {SluiceError} without any */
export function kernelOfLanguage(
  named: string | null,
  language: string,
  specs: KernelSpecs['specs'],
): ChosenKernel {
  const found =
    specs.find(({ name }) => name === named) ??
    specs.find((each) => each.language === language.toLowerCase());
  if (found !== undefined) return { id: SPEC + found.name, name: found.name, missing: null };
  const kernel = named === null ? 'no kernel' : `no kernel "${named.slice(0, 100)}", and no other one`;
  throw new MissingKernel(
    `there is ${kernel} for ${language.slice(0, 100)} here, and Sluice brings only Python: ` +
      'the notebook opens to read and edit; to run it, install such a kernel, or choose another one',
  );
}

/** The interpreter of a choice; null: unknown. `python`: that of the default. */
export function pythonOfChoice(id: string, { specs }: KernelSpecs, python: string | null): string | null {
  if (id.startsWith(PYTHON)) return id.slice(PYTHON.length);
  if (!id.startsWith(SPEC)) return python;
  return specs.find(({ name }) => SPEC + name === id)?.python ?? null;
}

const NO_CHOICE: ChosenKernel = { id: DEFAULT, name: undefined, missing: null };

/**
 * Remembers a choice; returns the `kernelspec` for the metadata of the notebook. @throws {SluiceError} when
 * there is no such choice, or it cannot run cells.
 */
export function rememberChoice(
  notebook: string,
  id: string,
  choices: readonly KernelChoice[],
): KernelspecEntry {
  const choice = choices.find((each) => each.id === id);
  if (choice === undefined) throw new SluiceError('that Python is gone: look at the list again');
  if (choice.unusable !== null) throw new SluiceError(`${choice.place} cannot run cells: ${choice.unusable}`);
  choosePython(notebook, id.startsWith(PYTHON) ? id.slice(PYTHON.length) : null);
  const isSpec = id.startsWith(SPEC);
  return {
    name: isSpec ? id.slice(SPEC.length) : 'python3',
    display_name: id === DEFAULT ? 'Python 3 (ipykernel)' : choice.label,
    language: choice.language,
  };
}
