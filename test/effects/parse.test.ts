import { describe, expect, test } from 'vitest';
import { compileEffects } from '../../slicer/effects/compile.ts';
import { formatStubProblem, parseEffects } from '../../slicer/effects/parse.ts';

function compile(text: string) {
  const file = parseEffects(`__module__ = "m"\n${text}\n`, 'own.pyi');
  expect(file.problems).toEqual([]);
  return compileEffects([file]).modules.m!;
}

/** The effect of `def f(self, p, q=…) -> <annotation>` as the agent gets it. */
function effectOf(annotation: string) {
  return compile(`def f(self, p, q=None, *args, **kwargs) -> ${annotation}: ...`).functions.f!.effect;
}

const SELF = ['param', 'self'];
const EFFECTS: readonly (readonly [string, unknown])[] = [
  ['Pure', ['pure']],
  ['Unknown', ['unknown']],
  ['Mutates[self, p]', ['mutates', SELF, ['param', 'p']]],
  ['Mutates[World["numpy.options"]]', ['mutates', ['world', 'numpy.options']]],
  ['Writes[self.attr]', ['writes', ['attr', SELF, 'attr']]],
  ['Writes[self[p]]', ['writes', ['item', SELF, ['param', 'p']]]],
  ["Writes[self['a']]", ['writes', ['item', SELF, ['const', 'a']]]],
  ['Writes[self[-1]]', ['writes', ['item', SELF, ['const', -1]]]],
  ['Reads[self[~p]]', ['reads', ['others', SELF, ['param', 'p']]]],
  ['Writes[self[Keys[p]]]', ['writes', ['item', SELF, ['keys', ['param', 'p']]]]],
  ['Writes[Length[self]]', ['writes', ['length', SELF]]],
  ['Mutates[Each[self.steps][1]]', ['mutates', ['item', ['each', ['attr', SELF, 'steps']], ['const', 1]]]],
  ['Reads[self[p], World["cwd"]]', ['reads', ['item', SELF, ['param', 'p']], ['world', 'cwd']]],
  ['Iterates[args]', ['iterates', ['param', 'args']]],
  ['Draws["random"]', ['draws', 'random']],
  ['Mutates[p] & DrawsLater["random"]', ['mutates', ['param', 'p']]],
  ['ReadsFile[p]', ['file', 'r', ['param', 'p']]],
  ['WritesFile[p]', ['file', 'w', ['param', 'p']]],
  ['UpdatesFile[p]', ['file', 'rw', ['param', 'p']]],
  ['Calls[p]', ['calls', ['param', 'p']]],
  ['Keeps[p]', ['keeps', ['param', 'p']]],
  ['RunsElsewhere[p]', ['elsewhere', ['param', 'p']]],
  ['ReadsNames[p, "@"]', ['names', ['param', 'p'], '@']],
  ['ReadsNames[p]', ['names', ['param', 'p'], '']],
  ['Escapes["a thread"]', ['escapes', 'a thread']],
  ['Sends["network"]', ['sends', 'network']],
  ['Shares[p]', ['shares', ['param', 'p']]],
  ['RunsText[p]', ['runs', ['param', 'p']]],
  ['ReadsPickled[p]', ['pickled', ['param', 'p']]],
  ['ReadsAnnotations[p]', ['annotations', ['param', 'p']]],
  ['Mutates[Leaves[self]]', ['mutates', ['leaves', SELF]]],
  ['Pure & Unknown & Calls[p]', ['all', ['pure'], ['unknown'], ['calls', ['param', 'p']]]],
  ['Mutates[self] if p else Pure', ['if', ['truthy', 'p'], ['mutates', SELF], ['pure']]],
  [
    'Unknown & (Mutates[self] if p is None else Pure)',
    ['all', ['unknown'], ['if', ['none', 'p'], ['mutates', SELF], ['pure']]],
  ],
];

const CONDITIONS: readonly (readonly [string, unknown])[] = [
  ['p', ['truthy', 'p']],
  ['self.copy', ['truthy', 'self.copy']],
  ['p is None', ['none', 'p']],
  ['p is not None', ['not', ['none', 'p']]],
  ["p == 'w'", ['eq', 'p', 'w']],
  ['p != 1', ['not', ['eq', 'p', 1]]],
  ['p == self.name', ['same', 'p', 'self.name']],
  ['p != q', ['not', ['same', 'p', 'q']]],
  ['self.copy == False', ['eq', 'self.copy', false]],
  ["p in ('r', 'rb')", ['or', ['eq', 'p', 'r'], ['eq', 'p', 'rb']]],
  ["p not in ('r', 'rb')", ['not', ['or', ['eq', 'p', 'r'], ['eq', 'p', 'rb']]]],
  ['not p', ['not', ['truthy', 'p']]],
  // Python's precedence, which the grammar does not keep: (not p) and q
  ['not p and q', ['and', ['not', ['truthy', 'p']], ['truthy', 'q']]],
  ['not p is None or q', ['or', ['not', ['none', 'p']], ['truthy', 'q']]],
  ['not (p and q)', ['not', ['and', ['truthy', 'p'], ['truthy', 'q']]]],
  ['p or q and self', ['or', ['truthy', 'p'], ['and', ['truthy', 'q'], ['truthy', 'self']]]],
];

describe('effects', () => {
  test.each(EFFECTS)('%s', (annotation, compiled) => {
    expect(effectOf(annotation)).toEqual(compiled);
  });

  test.each(CONDITIONS)('condition %s', (condition, compiled) => {
    expect(effectOf(`Unknown if ${condition} else Pure`)).toEqual(['if', compiled, ['unknown'], ['pure']]);
  });
});

const RETURNS: readonly (readonly [string, unknown, unknown])[] = [
  ['Returns["a.B"]', ['pure'], ['any', ['made', 'a.B']]],
  ['Returns[self, p]', ['pure'], ['any', ['place', SELF], ['place', ['param', 'p']]]],
  [
    'Mutates[self] & Returns[("list", Like[p], View[self])]',
    ['mutates', SELF],
    ['any', ['made', 'builtins.list', ['like', ['param', 'p']], ['view', SELF]]],
  ],
  [
    'Mutates[self] & Returns["NoneType"] if p else Returns[Each[self]]',
    ['if', ['truthy', 'p'], ['mutates', SELF], ['pure']],
    ['if', ['truthy', 'p'], ['any', ['made', 'builtins.NoneType']], ['any', ['place', ['each', SELF]]]],
  ],
  ['Unknown', ['unknown'], undefined],
];

test('what functions among the arguments are called with', () => {
  const given = (annotation: string) => {
    const { effect, gives } = compile(`def f(self, p, q=None) -> ${annotation}: ...`).functions.f!;
    return [effect, gives];
  };
  const [calls, p] = [
    ['calls', ['param', 'p']],
    ['param', 'p'],
  ];
  expect(given('Calls[p] & Gives[p, Each[self], "int"]')).toEqual([
    calls,
    [[p, ['place', ['each', SELF]], ['made', 'builtins.int']]],
  ]);
  expect(given('Calls[p] & Gives[p, "a.B"] & Gives[p, "a.C"] if q else Pure')).toEqual([
    ['if', ['truthy', 'q'], calls, ['pure']],
    [
      [p, ['made', 'a.B']],
      [p, ['made', 'a.C']],
    ],
  ]);
  expect(given('Calls[p]')).toEqual([calls, undefined]);
});

describe('results', () => {
  test.each(RETURNS)('%s', (annotation, effect, returns) => {
    const spec = compile(`def f(self, p, q=None, *args, **kwargs) -> ${annotation}: ...`).functions.f!;
    expect(spec.effect).toEqual(effect);
    expect(spec.returns).toEqual(returns);
  });

  test('a class says where its items are, and what its attributes read', () => {
    const { stubs, attributes } = parseEffects(
      '__module__ = "m"\nclass A:\n    __items__: Fields[self.parts]\n    crs: Reads[self.name] & Returns["str"]\n    area = crs\n',
      'a',
    );
    const compiled = compileEffects([{ file: 'a', modules: ['m'], stubs, attributes, problems: [] }]);
    const { classes, attributes: given } = compiled.modules.m!;
    expect(classes.A!.__items__!.effect).toEqual(['fields', ['attr', ['param', 'self'], 'parts']]);
    expect(classes.A!.area).toEqual(classes.A!.crs);
    expect(classes.A!.crs!.effect).toEqual(['reads', ['attr', ['param', 'self'], 'name']]);
    expect(given.A).toEqual({ crs: [['made', 'builtins.str']] });
  });

  test('attributes of a class, with those of its copies', () => {
    const { attributes, classes } = compile(
      'class A:\n    __base__: Returns["m.Base"]\n    loc: Returns[self]\n    def f(self) -> Pure: ...\nB = A',
    );
    const wanted = { __base__: [['made', 'm.Base']], loc: [['place', SELF]] };
    expect(attributes).toEqual({ A: wanted, B: wanted });
    expect(Object.keys(classes.B!)).toEqual(['f']);
  });
});

describe('definitions', () => {
  test('parameters keep their kind, note and literal default', () => {
    const spec = compile(
      'def f(a: Held, b: Shallow = 1.5, /, c: Length = -1, *args: Held, d="x", e=..., g=None, **kw) -> Pure: ...',
    ).functions.f!;
    expect(spec.params).toEqual([
      ['a', 'pos', 'held'],
      ['b', 'pos', 'shallow', 1.5],
      ['c', 'pos', 'length', -1],
      ['args', 'var', 'held'],
      ['d', 'kw', null, 'x'],
      ['e', 'kw', null],
      ['g', 'kw', null, null],
      ['kw', 'varkw', null],
    ]);
  });

  test('a bare star makes the rest keyword only', () => {
    expect(compile('def f(a, *, b=1) -> Pure: ...').functions.f!.params[1]).toEqual(['b', 'kw', null, 1]);
  });

  test('classes hold methods, an assignment copies functions, methods and classes', () => {
    const module = compile(
      'class A:\n    def m(self) -> Mutates[self]: ...\n    n = o = m\nB = A\ndef f() -> Pure: ...\ng = f',
    );
    expect(Object.keys(module.classes)).toEqual(['A', 'B']);
    expect(Object.keys(module.classes.B!)).toEqual(['m', 'n', 'o']);
    expect(module.functions.g).toEqual(module.functions.f);
  });

  test('a class takes what it does not declare itself from its base classes, the first one first', () => {
    const { classes, attributes } = compile(
      'class A:\n    loc: Returns[self]\n    def m(self) -> Mutates[self]: ...\n    def n(self) -> Pure: ...\n' +
        'class B:\n    def n(self) -> Unknown: ...\n    def o(self) -> Pure: ...  # since 2\n' +
        'class C(A, B):\n    def m(self) -> Pure: ...\n',
    );
    expect(Object.keys(classes.C!)).toEqual(['m', 'n', 'o']);
    expect(classes.C!.m!.effect).toEqual(['pure']);
    expect(classes.C!.n).toEqual(classes.A!.n);
    expect(classes.C!.o).toEqual(classes.B!.o);
    expect(attributes.C).toEqual(attributes.A);
  });

  test('a module default goes on to the sections that follow, unless they have their own', () => {
    const text =
      '__module__ = "a"\ndef f() -> Unknown: ...\n__module__ = "b"\ndef __default__(*args) -> Pure: ...\n__module__ = "c"\n';
    const { modules } = compileEffects([parseEffects(text, 'own.pyi')]);
    expect(Object.keys(modules.a!.functions)).toEqual(['f']);
    expect(modules.c!.functions.__default__).toEqual(modules.b!.functions.__default__);
  });

  test('a default class goes on too', () => {
    const text =
      '__module__ = "a"\nclass __default__:\n    def __default__(self) -> Pure: ...\n__module__ = "b"\n__module__ = "c"\nclass __default__:\n    def m(self) -> Unknown: ...\n';
    const { modules } = compileEffects([parseEffects(text, 'own.pyi')]);
    expect(modules.b!.classes.__default__).toEqual(modules.a!.classes.__default__);
    expect(Object.keys(modules.c!.classes.__default__!)).toEqual(['m']);
  });

  test('a later file corrects an earlier one name by name', () => {
    const first = parseEffects('__module__ = "m"\ndef f() -> Pure: ...\ndef g() -> Pure: ...\n', 'a.pyi');
    const second = parseEffects('__module__ = "m"\ndef f() -> Unknown: ...\n', 'b.pyi');
    const { functions } = compileEffects([first, second]).modules.m!;
    expect([functions.f!.effect, functions.g!.effect]).toEqual([['unknown'], ['pure']]);
  });

  test('versions are read from the comment of the line', () => {
    const { stubs } = parseEffects(
      '__module__ = "m"\ndef f() -> Pure: ...  # since 3.12\ng = f  # until 2.4\n',
      'a',
    );
    expect(stubs.map((stub) => stub.versions)).toEqual([{ since: '3.12' }, { until: '2.4' }]);
  });
});

const MISTAKES: readonly (readonly [string, string])[] = [
  ['def f(x) -> Muttates[x]: ...', '"Muttates" is no effect; write one of Pure'],
  ['def f(x) -> Mutates[y]: ...', '"y" is no parameter of this function'],
  ['def f(x) -> Mutates[3]: ...', '"3" is no place'],
  ['def f(x) -> Mutates[x[1, 2]]: ...', 'a place takes one subscript'],
  ['def f(x) -> Pure if x > 1 else Unknown: ...', '"x > 1" is no condition'],
  ['def f(x) -> Pure if y else Unknown: ...', '"y" is no parameter'],
  ['def f(x) -> Draws[x]: ...', 'Draws takes one string'],
  ['def f(x) -> Escapes[x]: ...', 'Escapes takes one string'],
  ['def f(x) -> Escapes["tusk", "a task runs on"]: ...', 'and before it a code ("task")'],
  ['def f(x) -> Writes[x]: ...', 'Writes[x] names no field; write Mutates[x]'],
  ['def f(x) -> Writes[x.a, Each[x]]: ...', 'Writes[Each[x]] names no field'],
  ['def f(x) -> ReadsFile[x, x]: ...', 'ReadsFile[…] takes one place'],
  ['def f(x): ...', 'f has no effect; write def f(…) -> Pure: ...'],
  ['def f(x: Helt) -> Pure: ...', '"Helt" is no note'],
  ['def f(x=[]) -> Pure: ...', 'is no literal'],
  ['def f(x) -> Pure: return 1', 'the body of f is not used'],
  ['def f(x) -> Pure: ...\ndef f(y) -> Pure: ...', 'f is already defined in line 2'],
  ['g = f', '"f" is not defined above'],
  ['class A(B):\n    def f(self) -> Pure: ...', '"B" is not defined above in this module'],
  ['class A:\n    def f() -> Pure: ...', 'f is a method'],
  ['def f(x) -> Returns[(x, x)]: ...', 'a result in brackets begins with its class'],
  ['class A:\n    loc: Mutates[self]', 'an attribute stands in a class, and says what it gives'],
  ['loc: Returns["a.B"]', 'an attribute stands in a class'],
  ['class A:\n    loc: Fields[self.a]', 'an attribute stands in a class, and says what it gives or reads'],
  ['def f(x) -> Fields[x.a]: ...', 'Fields declares the items of a class'],
  ['import os', 'only __module__ = "…", class, def'],
  ['def (: ', 'not Python stub syntax'],
];

describe('mistakes', () => {
  test.each(MISTAKES)('%s', (text, message) => {
    const { problems } = parseEffects(`__module__ = "m"\n${text}\n`, 'own.pyi');
    const lines = problems.map(formatStubProblem);
    expect(lines.join('\n')).toContain(message);
    expect(lines[0]).toMatch(/^own\.pyi:[234]: /);
  });

  test('a file that names no module', () => {
    expect(parseEffects('', 'own.pyi').problems[0]?.message).toContain('begin the file with __module__');
    expect(parseEffects('def f() -> Pure: ...\n', 'own.pyi').problems[0]?.line).toBe(1);
  });

  test('a mistaken stub claims nothing', () => {
    const file = parseEffects('__module__ = "m"\ndef f(x) -> Mutates[y] & Pure: ...\n', 'own.pyi');
    expect(compileEffects([file]).modules.m!.functions.f!.effect).toEqual(['unknown']);
  });
});
