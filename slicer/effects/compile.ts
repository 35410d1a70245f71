/**
 * Turns effect stubs into the JSON that the agent reads. It does not parse stubs, and does not resolve their
 * names: the agent resolves them against the live modules.
 */
import type { EscapeCode } from '../model.ts';
import type {
  Condition,
  Constant,
  Effect,
  Parameter,
  Place,
  Result,
  RoleName,
  Stub,
  StubFile,
} from './model.ts';

/** A place as the agent reads it: `["item", ["param", "self"], ["const", "a"]]`. */
export type CompiledPlace =
  | readonly ['param' | 'world', string]
  | readonly ['const', Constant]
  | readonly ['attr', CompiledPlace, string]
  | readonly ['item' | 'others', CompiledPlace, CompiledPlace]
  | readonly ['length' | 'each' | 'keys' | 'leaves', CompiledPlace];

/** A condition as the agent reads it. */
export type CompiledCondition =
  | readonly ['truthy' | 'none', string]
  | readonly ['eq', string, Constant]
  | readonly ['same', string, string]
  | readonly ['not', CompiledCondition]
  | readonly ['and' | 'or', ...CompiledCondition[]];

/** An effect as the agent reads it. */
export type CompiledEffect =
  | readonly ['pure' | 'unknown']
  | readonly ['mutates' | 'writes' | 'reads' | 'iterates', ...CompiledPlace[]]
  | readonly ['draws' | 'sends', string]
  | readonly ['escapes', string, EscapeCode?]
  | readonly ['file', 'r' | 'w' | 'rw', CompiledPlace]
  | readonly [
      'calls' | 'fields' | 'keeps' | 'elsewhere' | 'shares' | 'paths' | 'runs' | 'pickled' | 'annotations',
      CompiledPlace,
    ]
  | readonly ['names', CompiledPlace, string]
  | readonly ['all', ...CompiledEffect[]]
  | readonly ['if', CompiledCondition, CompiledEffect, CompiledEffect];

/** A result of a call; `like`: a new object of the class of this place; `view`: one that shows the place's memory. */
export type CompiledResult =
  | readonly ['made', string, ...CompiledResult[]]
  | readonly ['place' | 'like' | 'view', CompiledPlace];

/** The results of a call, as the static side reads them; null: undeclared. */
export type CompiledReturns =
  | null
  | readonly ['any', ...CompiledResult[]]
  | readonly ['if', CompiledCondition, CompiledReturns, CompiledReturns];

/** The use of the arguments' rows by a call, as the static side reads it; null: undeclared. */
export type CompiledRoles =
  | null
  | readonly ['role', RoleName, ...CompiledPlace[]]
  | readonly ['all', ...CompiledRoles[]]
  | readonly ['if', CompiledCondition, CompiledRoles, CompiledRoles];

/** `[name, kind, note]`, and the default if it is a literal. */
export type CompiledParameter =
  | readonly [string, Parameter['kind'], Parameter['note']]
  | readonly [string, Parameter['kind'], Parameter['note'], Constant];

/** One function or method. A method's first parameter is its receiver. */
export interface CompiledSpec {
  readonly params: readonly CompiledParameter[];
  readonly effect: CompiledEffect;
  /** Absent if undeclared. The agent does not read it, because it sees the results. */
  readonly returns?: CompiledReturns;
  /** The arguments of callables among the arguments. The agent does not read it either. */
  readonly gives?: readonly CompiledGift[];
}

/** A place with callables, and their arguments in order. */
export type CompiledGift = readonly [CompiledPlace, ...CompiledResult[]];

/** The roles of one function or method. */
export interface CompiledRoleSpec {
  readonly params: readonly CompiledParameter[];
  readonly roles: CompiledRoles;
}

/** All declarations for one module; `__default__` stands for every function, or class, without an entry. */
export interface CompiledModule {
  readonly functions: Readonly<Record<string, CompiledSpec>>;
  readonly classes: Readonly<Record<string, Readonly<Record<string, CompiledSpec>>>>;
  /** The values of attributes of a class's objects, by class. The agent does not read it. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, readonly CompiledResult[]>>>>;
}

/** The use of rows by calls: by module, class (the empty name for functions) and name. */
export type CompiledRoleTable = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, CompiledRoleSpec>>>>>
>;

/**
 * The draws of objects at their use: by module, class (the empty name for functions) and name, as the effect
 * of a use.
 */
export type CompiledLaterTable = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, CompiledSpec>>>>>
>;

/** The agent's input. `version` changes with its meaning. */
export interface CompiledEffects {
  readonly version: 1;
  readonly modules: Readonly<Record<string, CompiledModule>>;
  /** The agent does not get these, because it observes the effects. */
  readonly roles: CompiledRoleTable;
  readonly later: CompiledLaterTable;
}

interface ModuleBuilder {
  readonly functions: Record<string, CompiledSpec>;
  readonly classes: Record<string, Record<string, CompiledSpec>>;
  readonly attributes: Record<string, Record<string, readonly CompiledResult[]>>;
}

/**
 * Compiles stub files on top of compiled ones. Of two stubs for one name, the later file's counts, so users
 * can correct ours.
 */
export function compileEffects(
  files: readonly StubFile[],
  known: CompiledEffects = { version: 1, modules: {}, roles: {}, later: {} },
): CompiledEffects {
  const modules = emptyRecord<ModuleBuilder>();
  for (const [name, { functions, classes, attributes }] of Object.entries(known.modules)) {
    const methods = Object.entries(classes).map(([className, specs]) => [className, copyOf(specs)] as const);
    modules[name] = {
      functions: copyOf(functions),
      classes: copyOf(Object.fromEntries(methods)),
      attributes: copyOf(
        Object.fromEntries(Object.entries(attributes).map(([of, results]) => [of, copyOf(results)])),
      ),
    };
  }
  // copies of a stub (`name = other`) share their specification
  const specs = new Map<Effect, CompiledSpec>();
  const compiled = ({ parameters, effect }: Stub): CompiledSpec => {
    const returns = compileReturns(effect);
    const gives = compileGifts(effect);
    const spec = specs.get(effect) ?? {
      params: parameters.map(compileParameter),
      effect: compileEffect(effect),
      ...(returns === null ? {} : { returns }),
      ...(gives.length === 0 ? {} : { gives }),
    };
    specs.set(effect, spec);
    return spec;
  };
  for (const file of files) {
    const defaults: { function?: CompiledSpec; class?: Record<string, CompiledSpec> } = {};
    for (const name of file.modules) {
      const stubs = file.stubs.filter(({ module }) => module === name);
      // a section for the static side alone declares no effects of its module
      if (stubs.length > 0 && stubs.every(({ effect }) => isStaticOnly(effect))) continue;
      modules[name] ??= {
        functions: emptyRecord(),
        classes: emptyRecord(),
        attributes: emptyRecord(),
      };
      const builder = modules[name];
      for (const stub of stubs) {
        // a base class or a default declares the effects
        if (isStaticOnly(stub.effect)) continue;
        const spec = compiled(stub);
        if (stub.className === null) {
          if (stub.name === '__default__') defaults.function = spec;
          builder.functions[stub.name] = spec;
        } else {
          builder.classes[stub.className] ??= emptyRecord();
          builder.classes[stub.className]![stub.name] = spec;
        }
      }
      for (const { module, className, name: attribute, results } of file.attributes) {
        if (module !== name) continue;
        builder.attributes[className] ??= emptyRecord();
        builder.attributes[className]![attribute] = results.map(compileResult);
      }
      if (builder.classes.__default__) defaults.class = builder.classes.__default__;
      if (defaults.function) builder.functions.__default__ ??= defaults.function;
      if (defaults.class) builder.classes.__default__ ??= defaults.class;
    }
  }
  const roles = staticTable(files, known.roles, (params, effect) => {
    const found = compileRoles(effect);
    return found && { params, roles: found };
  });
  const later = staticTable(files, known.later, (params, effect) => {
    const found = compileLater(effect);
    return found && { params, effect: found };
  });
  return { version: 1, modules, roles, later };
}

function compileParameter(parameter: Parameter): CompiledParameter {
  const { name, kind, note } = parameter;
  return parameter.default === undefined ? [name, kind, note] : [name, kind, note, parameter.default];
}

function compilePlace(place: Place): CompiledPlace {
  switch (place.type) {
    case 'parameter':
      return ['param', place.name];
    case 'world':
      return ['world', place.name];
    case 'constant':
      return ['const', place.value];
    case 'attribute':
      return ['attr', compilePlace(place.of), place.name];
    case 'item':
    case 'others':
      return [place.type, compilePlace(place.of), compilePlace(place.key)];
    case 'length':
    case 'each':
    case 'keys':
    case 'leaves':
      return [place.type, compilePlace(place.of)];
  }
}

function compileCondition(condition: Condition): CompiledCondition {
  switch (condition.type) {
    case 'truthy':
    case 'none':
      return [condition.type, condition.parameter];
    case 'equal':
      return ['eq', condition.parameter, condition.value];
    case 'same':
      return ['same', condition.parameter, condition.other];
    case 'not':
      return ['not', compileCondition(condition.condition)];
    case 'and':
    case 'or':
      return [condition.type, ...condition.conditions.map(compileCondition)];
  }
}

function compileReturns(effect: Effect): CompiledReturns {
  switch (effect.type) {
    case 'returns':
      return ['any', ...effect.results.map(compileResult)];
    case 'all':
      return effect.effects.map(compileReturns).find((part) => part !== null) ?? null;
    case 'if': {
      const [consequent, alternate] = [compileReturns(effect.consequent), compileReturns(effect.alternate)];
      if (consequent === null && alternate === null) return null;
      return ['if', compileCondition(effect.condition), consequent, alternate];
    }
    default:
      return null;
  }
}

function compileGifts(effect: Effect): readonly CompiledGift[] {
  if (effect.type === 'all') return effect.effects.flatMap(compileGifts);
  if (effect.type === 'if') return [effect.consequent, effect.alternate].flatMap(compileGifts);
  return effect.type === 'gives' ? [[compilePlace(effect.place), ...effect.results.map(compileResult)]] : [];
}

/** The declarations for the static side alone, by module, class and name, on top of known ones. */
function staticTable<Spec>(
  files: readonly StubFile[],
  known: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Spec>>>>>>,
  compile: (params: readonly CompiledParameter[], effect: Effect) => Spec | null,
): Record<string, Record<string, Record<string, Spec>>> {
  const table = emptyRecord<Record<string, Record<string, Spec>>>();
  for (const [module, classes] of Object.entries(known)) {
    const copied = Object.entries(classes).map(([name, specs]) => [name, copyOf(specs)] as const);
    table[module] = copyOf(Object.fromEntries(copied));
  }
  for (const { module, className, name, parameters, effect } of files.flatMap(({ stubs }) => stubs)) {
    const spec = compile(parameters.map(compileParameter), effect);
    if (spec === null) continue;
    table[module] ??= emptyRecord();
    const classes = table[module];
    classes[className ?? ''] ??= emptyRecord();
    classes[className ?? '']![name] = spec;
  }
  return table;
}

/** Draws of new objects, as if they happened at once; null: there are none. */
function compileLater(effect: Effect): CompiledEffect | null {
  switch (effect.type) {
    case 'later':
      return ['draws', effect.stream];
    case 'all': {
      const parts = effect.effects.map(compileLater).filter((part) => part !== null);
      return parts.length > 1 ? ['all', ...parts] : (parts[0] ?? null);
    }
    case 'if': {
      const [consequent, alternate] = [compileLater(effect.consequent), compileLater(effect.alternate)];
      if (consequent === null && alternate === null) return null;
      return ['if', compileCondition(effect.condition), consequent ?? ['pure'], alternate ?? ['pure']];
    }
    default:
      return null;
  }
}

function compileRoles(effect: Effect): CompiledRoles {
  switch (effect.type) {
    case 'role':
      return ['role', effect.role, ...effect.places.map(compilePlace)];
    case 'all': {
      const parts = effect.effects.map(compileRoles).filter((part) => part !== null);
      return parts.length > 1 ? ['all', ...parts] : (parts[0] ?? null);
    }
    case 'if': {
      const [consequent, alternate] = [compileRoles(effect.consequent), compileRoles(effect.alternate)];
      if (consequent === null && alternate === null) return null;
      return ['if', compileCondition(effect.condition), consequent, alternate];
    }
    default:
      return null;
  }
}

/** Whether an effect declares only roles, and draws at a later use. */
function isStaticOnly(effect: Effect): boolean {
  if (effect.type === 'all') return effect.effects.every(isStaticOnly);
  if (effect.type !== 'if') return effect.type === 'role' || effect.type === 'later';
  const arms = [effect.consequent, effect.alternate];
  // `… if seed is None else Pure`
  return arms.some(isStaticOnly) && arms.every((arm) => arm.type === 'pure' || isStaticOnly(arm));
}

function compileResult(result: Result): CompiledResult {
  if (result.type === 'made') return ['made', result.kind, ...result.holds.map(compileResult)];
  return [result.type, compilePlace(result.place)];
}

/** The effect without its declarations for the static side alone. */
function compileEffect(effect: Effect): CompiledEffect {
  switch (effect.type) {
    case 'returns':
    case 'gives':
    case 'role':
    case 'later':
      return ['pure'];
    case 'pure':
    case 'unknown':
      return [effect.type];
    case 'mutates':
    case 'writes':
    case 'reads':
    case 'iterates':
      return [effect.type, ...effect.places.map(compilePlace)];
    case 'draws':
      return ['draws', effect.stream];
    case 'escapes':
      return effect.code === null ? ['escapes', effect.reason] : ['escapes', effect.reason, effect.code];
    case 'file':
      return ['file', effect.mode, compilePlace(effect.path)];
    case 'sends':
      return ['sends', effect.target];
    case 'calls':
    case 'fields':
    case 'keeps':
    case 'elsewhere':
    case 'shares':
    case 'paths':
    case 'runs':
    case 'pickled':
    case 'annotations':
      return [effect.type, compilePlace(effect.place)];
    case 'names':
      return ['names', compilePlace(effect.text), effect.prefix];
    case 'all': {
      const parts = effect.effects
        .filter(({ type }) => !/^(?:returns|gives|role|later)$/.test(type))
        .map(compileEffect);
      return parts.length === 1 ? parts[0]! : parts.length === 0 ? ['pure'] : ['all', ...parts];
    }
    case 'if': {
      const [consequent, alternate] = [compileEffect(effect.consequent), compileEffect(effect.alternate)];
      if (consequent[0] === 'pure' && alternate[0] === 'pure') return ['pure'];
      return ['if', compileCondition(effect.condition), consequent, alternate];
    }
  }
}

function copyOf<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.assign(emptyRecord<Value>(), record);
}

/** Names like `constructor` are ordinary keys here. */
function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}
