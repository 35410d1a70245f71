/**
 * Descriptions of names' meanings: the class and contents of a name's objects, and the names that share them.
 * Texts find the same behind two equal descriptions. The description of objects is limited in size.
 */
import type { AbstractObject, Value } from './objects.ts';
import type { Binding } from './state.ts';

/** The limit of objects in a description; beyond it, no two descriptions are equal. */
const MOST_OBJECTS = 200;

/** A described meaning. */
export interface NameMeaning {
  readonly text: string;
  /** Whether the meaning includes functions or classes of the notebook, whose texts mention other names. */
  readonly hasCode: boolean;
  /** The described objects: all but numbers, strings and modules. */
  readonly objects: readonly AbstractObject[];
}

let tooLarge = 0;

/** Describes a binding. `sharers`: other names of its objects, of objects inside or of objects around. */
export function describe(binding: Binding | undefined, sharers: readonly string[]): NameMeaning {
  const description = new Description();
  const value =
    binding === undefined ? 'unbound' : `${binding.by} ${binding.sure} ${description.of(binding.value)}`;
  const { hasCode, objects } = description;
  return { text: `${value} ${sharers.join(' ')}`, hasCode, objects };
}

class Description {
  readonly #numbers = new Map<AbstractObject, number>();
  hasCode = false;

  get objects(): readonly AbstractObject[] {
    return [...this.#numbers.keys()];
  }

  of(value: Value): string {
    return value.map((object) => this.#object(object)).join(',');
  }

  #object(object: AbstractObject): string {
    const { meaning, kind, constant, base, ofClass, fields } = object;
    if (meaning.type === 'atom') return `${kind} ${typeof constant} ${String(constant)}`;
    if (meaning.type === 'library') return meaning.path;
    const known = this.#numbers.get(object);
    if (known !== undefined) return `#${known}`;
    if (this.#numbers.size >= MOST_OBJECTS) {
      tooLarge += 1;
      return `too large ${tooLarge}`;
    }
    this.#numbers.set(object, this.#numbers.size);
    if (meaning.type !== 'instance' || ofClass !== null) this.hasCode = true;
    const parts = [...fields].map(([field, held]) => `${field}=${this.of([...held])}`);
    const around = base === null ? '' : `<${this.of([base])}`;
    const cls = ofClass === null ? '' : `:${this.of([ofClass])}`;
    return `${this.#code(object)} ${kind}${cls}${around}{${parts.join(';')}}`;
  }

  #code({ meaning }: AbstractObject): string {
    switch (meaning.type) {
      case 'function': {
        const { node, cell, binding } = meaning.code;
        return `${binding} ${cell.source.slice(node.from, node.to)}`;
      }
      case 'class':
        return `class ${meaning.path}(${this.of(meaning.bases)})`;
      case 'method': {
        const { node, cell } = meaning.code;
        return `method ${this.of([meaning.self])} ${cell.source.slice(node.from, node.to)}`;
      }
      case 'super':
        return `super ${this.of([meaning.self, meaning.cls])}`;
      default:
        return '';
    }
  }
}
