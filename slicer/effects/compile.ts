/**
 * Turns effect stubs into the JSON that the agent reads. It does not parse stubs, and does not resolve their
 * names: the agent resolves them against the live modules. The file is long because each part of an effect has
 * its compiled form here.
 */

import type {
  CompiledCondition,
  CompiledEffect,
  CompiledEffects,
  CompiledGift,
  CompiledParameter,
  CompiledPlace,
  CompiledResult,
  CompiledReturns,
  CompiledRoles,
  CompiledSpec,
} from './compiled-effects.ts';
import type { Condition, Effect, Parameter, Place, Result, Stub, StubFile } from './model.ts';

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
  if (result.type === 'current') return ['current', result.kind];
  if (result.type === 'part') return ['part', result.kind, compileResult(result.of)];
  if (result.type === 'joined') return ['joined', result.kind, ...result.places.map(compilePlace)];
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
