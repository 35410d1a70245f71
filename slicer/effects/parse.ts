/**
 * Reads a file of effect stubs (Python stub syntax) into typed stubs and a list of mistakes.
 * It does not read annotations itself (expression), touch the disk, or write the agent's JSON.
 */

import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { childrenOf, readConstant } from './annotation.ts';
import { readEffect } from './expression.ts';
import type { AttributeStub, Effect, Parameter, Stub, StubFile, StubProblem } from './model.ts';
import { readParameters } from './parameters.ts';
import { lineOf, type Reading, report, textOf } from './reading.ts';

/** Reads the text of one stub file. Never throws: `problems` has the mistakes, `stubs` the readable parts. */
export function parseEffects(text: string, file: string): StubFile {
  const lineEnds = [...text.matchAll(/\n/g)].map((match) => match.index);
  const reading: Reading = {
    file,
    text,
    lineEnds,
    modules: [],
    stubs: new Map(),
    attributes: [],
    problems: [],
    module: null,
  };
  const tree = parser.parse(text);
  tree.iterate({
    enter(node) {
      if (node.type.isError)
        report(reading, node.node, 'this is not Python stub syntax here; compare with a line above');
    },
  });
  for (const statement of childrenOf(tree.topNode)) readStatement(reading, statement, null);
  if (reading.modules.length === 0 && reading.problems.length === 0) {
    report(reading, tree.topNode, 'no module is named; begin the file with __module__ = "package.module"');
  }
  return {
    file,
    modules: reading.modules,
    stubs: [...reading.stubs.values()],
    attributes: reading.attributes,
    problems: reading.problems.sort((a, b) => a.line - b.line),
  };
}

/** `file:line: message`, the format of compilers. */
export function formatStubProblem(problem: StubProblem): string {
  return `${problem.file}:${problem.line}: ${problem.message}`;
}

function readStatement(reading: Reading, node: SyntaxNode, className: string | null): void {
  if (node.type.isError) return;
  if (node.name === 'AssignStatement') {
    readAssignment(reading, node, className);
    return;
  }
  if (node.name === 'ClassDefinition' && className === null) {
    readClass(reading, node);
    return;
  }
  if (node.name === 'FunctionDefinition') {
    readDefinition(reading, node, className);
    return;
  }
  if (node.name === 'ExpressionStatement' && childrenOf(node)[0]?.name === 'String') return;
  report(
    reading,
    node,
    'only __module__ = "…", class, def … -> Effect: ... and name = other_name belong in a stub file',
  );
}

function readAssignment(reading: Reading, node: SyntaxNode, className: string | null): void {
  const annotation = node.getChild('TypeDef');
  if (annotation !== null) {
    readAttribute(reading, node, annotation, className);
    return;
  }
  const names = childrenOf(node).filter((child) => child.name !== 'AssignOp');
  const [first, last] = [names[0]!, names[names.length - 1]!];
  if (textOf(reading, first) === '__module__' && className === null) {
    const module = readConstant(last, reading.text);
    if (typeof module !== 'string') {
      report(reading, node, 'write __module__ = "package.module"');
      return;
    }
    reading.module = module;
    if (!reading.modules.includes(module)) reading.modules.push(module);
    return;
  }
  if (names.length < 2 || names.some((name) => name.name !== 'VariableName')) {
    report(reading, node, 'an assignment copies a stub: write name = name_defined_above');
    return;
  }
  const source = textOf(reading, last);
  for (const target of names.slice(0, -1)) copyStubs(reading, target, source, className);
}

/**
 * `name: Reads[…] & Returns[…]` in a class: the locations that a look at the attribute reads, and its value; `__items__: Fields[…]`
 * declares the items. `self` is the object.
 */
function readAttribute(
  reading: Reading,
  node: SyntaxNode,
  annotation: SyntaxNode,
  className: string | null,
): void {
  const [name, value] = [childrenOf(node)[0]!, childrenOf(annotation).find(({ name }) => name !== ':')];
  const scope = {
    text: reading.text,
    parameters: new Set(['self']),
    ofAttribute: true,
    report: (at: SyntaxNode, message: string) => report(reading, at, message),
  };
  const effect = value && readEffect(value, scope);
  const parts = effect?.type === 'all' ? effect.effects : effect ? [effect] : [];
  const attribute = textOf(reading, name);
  const isAbout = ({ type }: Effect) =>
    type === 'fields' ? attribute === '__items__' : type === 'reads' || type === 'returns';
  if (!effect || !parts.every(isAbout) || className === null || reading.module === null) {
    report(
      reading,
      node,
      'an attribute stands in a class, and says what it gives or reads: name: Returns["a.Class"], name: Reads[self.attr], __items__: Fields[self.attr]',
    );
    return;
  }
  const { module } = reading;
  for (const { results } of parts.filter((part) => part.type === 'returns'))
    reading.attributes.push({ module, className, name: attribute, results });
  if (parts.every(({ type }) => type === 'returns')) return;
  const self: Parameter = { name: 'self', kind: 'pos', note: 'held' };
  addStub(reading, name, {
    module,
    className,
    name: attribute,
    parameters: [self],
    effect,
    line: lineOf(reading, name),
    versions: versionsOn(reading, annotation),
  });
}

/** `name = source`: the stub of a function or method, or all stubs of a class, again under another name. */
function copyStubs(reading: Reading, target: SyntaxNode, source: string, className: string | null): void {
  const name = textOf(reading, target);
  const versions = versionsOn(reading, target);
  const found = reading.stubs.get(stubKey(reading.module, className, source));
  const ofClass = (stub: Stub | AttributeStub) => stub.module === reading.module && stub.className === source;
  const methods = found || className !== null ? [] : [...reading.stubs.values()].filter(ofClass);
  const line = lineOf(reading, target);
  if (!found && methods.length === 0) {
    report(
      reading,
      target,
      `"${source}" is not defined above in this scope; define it before ${name} = ${source}`,
    );
    return;
  }
  for (const stub of reading.attributes.filter((each) => methods.length > 0 && ofClass(each)))
    reading.attributes.push({ ...stub, className: name });
  if (found) addStub(reading, target, { ...found, name, line, versions });
  for (const stub of methods) addStub(reading, target, { ...stub, className: name, line, versions });
}

function readClass(reading: Reading, node: SyntaxNode): void {
  const children = childrenOf(node);
  const name = children.find((child) => child.name === 'VariableName');
  if (!name) return;
  const body = children.find((child) => child.name === 'Body');
  for (const statement of body ? childrenOf(body) : []) {
    if (statement.name !== ':') readStatement(reading, statement, textOf(reading, name));
  }
  const bases = children.find((child) => child.name === 'ArgList');
  for (const base of bases ? childrenOf(bases).filter((child) => !'(),'.includes(child.name)) : [])
    inheritStubs(reading, name, base);
}

/** `class Series(NDFrame):` takes the stubs and attributes of the base without a counterpart in the class. */
function inheritStubs(reading: Reading, name: SyntaxNode, base: SyntaxNode): void {
  const [className, source] = [textOf(reading, name), textOf(reading, base)];
  const of = (wanted: string) => (each: Stub | AttributeStub) =>
    each.module === reading.module && each.className === wanted;
  const stubs = [...reading.stubs.values()].filter(of(source));
  if (stubs.length === 0) {
    report(reading, base, `"${source}" is not defined above in this module; define the base class first`);
    return;
  }
  for (const stub of stubs) {
    const key = stubKey(stub.module, className, stub.name);
    if (!reading.stubs.has(key)) reading.stubs.set(key, { ...stub, className });
  }
  const own = new Set(reading.attributes.filter(of(className)).map((each) => each.name));
  const given = reading.attributes.filter(of(source)).filter((each) => !own.has(each.name));
  reading.attributes.push(...given.map((each) => ({ ...each, className })));
}

function readDefinition(reading: Reading, node: SyntaxNode, className: string | null): void {
  const children = childrenOf(node);
  const nameNode = children.find((child) => child.name === 'VariableName');
  const list = children.find((child) => child.name === 'ParamList');
  const annotation = children.find((child) => child.name === 'TypeDef');
  const body = children.find((child) => child.name === 'Body');
  if (!nameNode || !list) return;
  const name = textOf(reading, nameNode);
  if (reading.module === null) {
    report(reading, node, 'no module is named yet; put __module__ = "package.module" above');
    return;
  }
  const effectNode = annotation && childrenOf(annotation).find((child) => child.name !== '->');
  if (!effectNode) {
    report(reading, node, `${name} has no effect; write def ${name}(…) -> Pure: ... (or another effect)`);
    return;
  }
  if (body && textOf(reading, body).replace(/#.*/g, '').trim() !== ': ...') {
    report(reading, body, `the body of ${name} is not used; write ": ..."`);
  }
  const parameters = readParameters(reading, list);
  if (className !== null && parameters.length === 0) {
    report(
      reading,
      list,
      `${name} is a method: its first parameter is self (cls, or *args for a static method)`,
    );
  }
  const scope = {
    text: reading.text,
    parameters: new Set(parameters.map((parameter) => parameter.name)),
    report: (at: SyntaxNode, message: string) => report(reading, at, message),
  };
  const effect = readEffect(effectNode, scope);
  const [from, to] = [lineOf(reading, node), lineOf(reading, effectNode)];
  const mistaken = reading.problems.some((problem) => problem.line >= from && problem.line <= to);
  addStub(reading, nameNode, {
    module: reading.module,
    className,
    name,
    parameters,
    // A mistaken claim must not become a weaker one: nothing is claimed instead.
    effect: mistaken ? { type: 'unknown' } : effect,
    line: lineOf(reading, nameNode),
    versions: versionsOn(reading, effectNode),
  });
}

function stubKey(module: string | null, className: string | null, name: string): string {
  return `${module}:${className ?? ''}:${name}`;
}

function addStub(reading: Reading, node: SyntaxNode, stub: Stub): void {
  const key = stubKey(stub.module, stub.className, stub.name);
  const twin = reading.stubs.get(key);
  if (twin)
    report(reading, node, `${stub.name} is already defined in line ${twin.line}; keep one of the two`);
  else reading.stubs.set(key, stub);
}

function versionsOn(reading: Reading, node: SyntaxNode): { since?: string; until?: string } {
  const end = reading.text.indexOf('\n', node.to);
  const comment = /#(.*)$/.exec(reading.text.slice(node.to, end < 0 ? undefined : end))?.[1] ?? '';
  const since = /\bsince ([\d.]+)/.exec(comment)?.[1];
  const until = /\buntil ([\d.]+)/.exec(comment)?.[1];
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}
