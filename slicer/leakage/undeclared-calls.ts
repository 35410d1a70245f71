/** Calls of functions and methods without a declaration. */
import type { AbstractObject, Here, TrackedCall } from '../static/index.ts';
import { FRAME } from './derived-facts.ts';
import { type Facts, joinAll, merge, NOTHING } from './facts.ts';
import { siteKey } from './path-steps.ts';
import type { Tracked } from './role-use.ts';

/** The facts of an undeclared call: each row of the result may depend on the same row of the inputs. */
export function undeclaredFacts(call: TrackedCall, here: Here, { known, origins }: Tracked): Facts {
  const isBuiltin = call.path?.startsWith('builtins.') ?? false;
  // `len(df)`, `list(df)`: how many rows there are, and the names of columns
  const isData = ({ kind }: AbstractObject) => !isBuiltin || kind !== FRAME;
  const values = [call.self === null ? [] : [call.self], ...call.passed.map(({ value }) => value)];
  const facts = joinAll([...values, call.returned].map((value) => known.of(value.filter(isData))));
  const isModel = facts.fits.length > 0;
  const parts = call.self === null && !isBuiltin ? null : facts.parts;
  // the rows may change their order
  const rearranged = merge(
    facts.rearranged,
    facts.rows.length > 0 ? [siteKey({ run: here.cell, at: here.at })] : [],
  );
  const own = { ...facts, fits: [], parts, picks: null, rearranged };
  if (call.isConstructor) {
    // a value made from a model is no data
    return isModel && facts.rows.length === 0 ? { ...NOTHING, scored: facts.scored } : own;
  }
  if (isBuiltin) return own;
  const site = { run: here.cell, at: here.at };
  const isNew = facts === NOTHING && call.self === null;
  const data = isNew ? { ...NOTHING, rows: [origins.sourceAt(site)] } : own;
  if (data.rows.length === 0 || data.parts !== null) return data;
  const divided: Facts = {
    ...data,
    parts: { key: siteKey(site), site, data, positions: false, known: false, ordered: false },
  };
  if (call.self === null || call.name !== '__call__') return divided;
  const model = [call.self];
  const { kind, ofClass } = call.self;
  // a name of unknown origin may be a function that divides
  const made = kind === null && ofClass === null && known.of(model, 0) === NOTHING ? divided : data;
  return {
    ...made,
    predicted: [{ what: call.name, model, fits: known.of(model, 0).fits, data, site }],
  };
}
