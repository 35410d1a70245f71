/** The names of texts in the order in which they run: each text finds what the texts before it have left. */
import { Interpreter } from './interpreter/interpreter.ts';
import { LibraryKnowledge } from './interpreter/library.ts';
import { declaredEffects } from './interpreter/package-declarations.ts';
import { Trail } from './interpreter/trail.ts';
import { type CellLiveness, livenessOf } from './liveness.ts';
import { parseCell } from './parse.ts';
import { wordsOf } from './words-of.ts';

/** Knows no library: for analyses of the text alone. */
const NO_LIBRARY = new LibraryKnowledge(declaredEffects({ version: 1, modules: {}, roles: {}, later: {} }));

/** The meaning of a name that stands for or holds functions or classes of the notebook. */
interface CodeMeaning {
  readonly text: string;
  /** The words of the texts that gave the name, and the meanings that its text has found, their meaning. */
  words: ReadonlySet<string>;
}

/** The names of texts, one after another. */
export class RunNames {
  readonly #trail = new Trail(true);
  readonly #interpreter: Interpreter;
  readonly #code = new Map<string, CodeMeaning>();

  constructor(library: LibraryKnowledge) {
    this.#interpreter = new Interpreter(library, { trail: this.#trail });
  }

  /** The names of a text if it ran next. */
  of(source: string): CellLiveness {
    const found = this.#interpret(source);
    this.#trail.backTo(0);
    return found;
  }

  /** The names of a text that runs next. */
  ran(source: string): CellLiveness {
    const found = this.#interpret(source);
    this.#trail.forget();
    return found;
  }

  /**
   * Runs a text; returns the names of functions, classes and their instances whose calls may have other effects
   * now. The live and dead names of texts that do not mention these names stay as they are.
   */
  redefines(source: string): ReadonlySet<string> {
    this.ran(source);
    const changed = new Set<string>();
    const words = wordsOf(source);
    for (const [name, { text, hasCode }] of this.#interpreter.meanings()) {
      const known = this.#code.get(name);
      if (known?.text !== text && (hasCode || known !== undefined)) changed.add(name);
      if (known !== undefined && known.text !== text) this.#keepFor(name, known);
      if (!hasCode) this.#code.delete(name);
      else if (known?.text !== text) this.#code.set(name, { text, words });
    }
    for (let size = -1; size < changed.size; ) {
      size = changed.size;
      for (const [name, { words: mentioned }] of this.#code)
        if ([...changed].some((word) => mentioned.has(word))) changed.add(name);
    }
    return changed;
  }

  /** A name gets another meaning; what was made before (a subclass) goes on with the `old` one. */
  #keepFor(name: string, old: CodeMeaning): void {
    for (const meaning of this.#code.values())
      if (meaning.words.has(name)) meaning.words = new Set([...meaning.words, ...old.words]);
  }

  #interpret(source: string): CellLiveness {
    return livenessOf(parseCell(source), this.#interpreter.interpret(source).statements);
  }
}

/** The names of a text without any others. */
export function namesOfText(source: string, library: LibraryKnowledge = NO_LIBRARY): CellLiveness {
  return new RunNames(library).ran(source);
}
