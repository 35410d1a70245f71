/**
 * The special methods of a class that Python runs for builtin functions, for methods of builtin classes, and for operators. It is a table of
 * the language; class-values.ts runs the methods.
 */

/** Special methods of values, and of the elements of values. */
export interface SpecialMethods {
  readonly own?: readonly string[];
  readonly elements?: readonly string[];
}

const ORDER = ['__lt__', '__gt__'];
const TEXT = ['__str__', '__repr__', '__format__'];
const SAME = ['__hash__', '__eq__'];
const WALK = ['__iter__', '__len__', '__next__', '__getitem__'];

/** The methods that tell the truth of a value: of a test, of `not`. */
export const TRUTH: readonly string[] = ['__bool__', '__len__'];

/** The methods that make a text of a value. */
export const TEXTS: SpecialMethods = { own: TEXT, elements: ['__repr__'] };

/** The methods behind the keys of sets and dictionaries. */
export const KEYS: readonly string[] = SAME;

const ORDERED: SpecialMethods = { own: [...WALK, ...ORDER], elements: ORDER };
const WALKED: SpecialMethods = { own: WALK };
const KEYED: SpecialMethods = { own: WALK, elements: SAME };
const ADDED: SpecialMethods = { own: WALK, elements: ['__add__', '__radd__'] };
const COPIED = ['__copy__', '__deepcopy__', '__reduce_ex__', '__reduce__', '__getstate__', '__setstate__'];
const COPY: SpecialMethods = { own: COPIED, elements: COPIED };

const FUNCTIONS: Readonly<Record<string, SpecialMethods>> = {
  ...{ sorted: ORDERED, min: ORDERED, max: ORDERED, sum: ADDED },
  ...{ all: { own: WALK, elements: TRUTH }, any: { own: WALK, elements: TRUTH }, bool: { own: TRUTH } },
  ...{
    str: TEXTS,
    print: TEXTS,
    repr: TEXTS,
    ascii: TEXTS,
    format: TEXTS,
    bytes: { own: ['__bytes__', ...WALK] },
  },
  ...{
    len: { own: ['__len__'] },
    hash: { own: ['__hash__'] },
    abs: { own: ['__abs__'] },
    dir: { own: ['__dir__'] },
  },
  ...{ int: { own: ['__int__', '__index__', '__trunc__'] }, float: { own: ['__float__', '__index__'] } },
  ...{ complex: { own: ['__complex__', '__float__'] }, round: { own: ['__round__'] } },
  ...{ divmod: { own: ['__divmod__', '__rdivmod__'] }, pow: { own: ['__pow__', '__rpow__'] } },
  ...{ hex: { own: ['__index__'] }, oct: { own: ['__index__'] }, bin: { own: ['__index__'] } },
  ...{ reversed: { own: ['__reversed__', '__len__', '__getitem__'] }, next: { own: ['__next__'] } },
  ...{ iter: WALKED, list: WALKED, tuple: WALKED, enumerate: WALKED, zip: WALKED, map: WALKED },
  ...{ filter: { own: WALK, elements: TRUTH }, set: KEYED, frozenset: KEYED, dict: KEYED },
  ...{
    getattr: { own: ['__getattr__', '__getattribute__'] },
    hasattr: { own: ['__getattr__', '__getattribute__'] },
  },
  ...{ setattr: { own: ['__setattr__'] }, delattr: { own: ['__delattr__'] } },
  ...{ isinstance: { own: ['__instancecheck__'] }, issubclass: { own: ['__subclasscheck__'] } },
};

/** By module, functions that compare, add, copy or walk through values. */
const MODULES: Readonly<Record<string, SpecialMethods>> = {
  ...{
    heapq: ORDERED,
    bisect: ORDERED,
    statistics: ADDED,
    math: { own: ['__float__', '__index__', '__ceil__', '__floor__'] },
  },
  ...{ copy: COPY, pickle: COPY, itertools: { own: WALK, elements: SAME }, functools: WALKED },
  ...{ operator: { own: ['__index__', '__len__', '__getitem__', '__contains__', '__bool__'] } },
  collections: KEYED,
  numpy: { own: ['__array__', '__len__', '__getitem__', '__float__'] },
};

const METHODS: Readonly<Record<string, SpecialMethods>> = {
  ...{ sort: { elements: ORDER }, index: { own: ['__eq__'], elements: ['__eq__'] } },
  ...{ count: { own: ['__eq__'], elements: ['__eq__'] }, remove: { own: SAME, elements: ['__eq__'] } },
  ...{
    add: { own: SAME },
    discard: { own: SAME },
    get: { own: SAME },
    setdefault: { own: SAME },
    pop: { own: SAME },
  },
  ...{
    format: { own: [...TEXT, '__getitem__', '__getattr__'] },
    format_map: { own: ['__getitem__', '__missing__'], elements: TEXT },
  },
  ...{ extend: WALKED, join: WALKED, update: KEYED, union: KEYED, intersection: KEYED, difference: KEYED },
  ...{ write: { own: TEXT }, writelines: WALKED },
};

/** The special methods behind a function of Python, by its dotted path; null: none. */
export function specialOfFunction(path: string): SpecialMethods | null {
  const dot = path.indexOf('.');
  const [top, name] = [path.slice(0, dot), path.slice(dot + 1)];
  return top === 'builtins' ? (FUNCTIONS[name] ?? null) : (MODULES[top] ?? null);
}

/** The special methods behind a method of a builtin class; null: none. */
export const specialOfMethod = (kind: string, name: string): SpecialMethods | null =>
  kind.startsWith('builtins.') ? (METHODS[name] ?? null) : null;

/** The methods of a right operand that an operator tries too: `1 + box`, `1 < box`. */
export const REFLECTED: Readonly<Record<string, string>> = {
  ...{ '+': '__radd__', '-': '__rsub__', '*': '__rmul__', '/': '__rtruediv__', '//': '__rfloordiv__' },
  ...{
    '%': '__rmod__',
    '**': '__rpow__',
    '@': '__rmatmul__',
    '|': '__ror__',
    '&': '__rand__',
    '^': '__rxor__',
  },
  ...{ '<<': '__rlshift__', '>>': '__rrshift__', '==': '__eq__', '!=': '__ne__', '<': '__gt__' },
  ...{ '<=': '__ge__', '>': '__lt__', '>=': '__le__' },
};

/** The methods behind `in`, of the container on the right. */
export const CONTAINS: readonly string[] = ['__contains__', '__iter__', '__next__', '__getitem__'];

/** The methods behind operators with one operand. */
export const UNARY: Readonly<Record<string, readonly string[]>> = {
  ...{ '-': ['__neg__'], '+': ['__pos__'], '~': ['__invert__'], not: TRUTH },
};
