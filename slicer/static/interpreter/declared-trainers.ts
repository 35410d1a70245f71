/** The names of callables that are declared to train a model: code without them has no leaks. It applies no roles. */

import type { CompiledEffects, CompiledRoles } from '../../effects/index.ts';

/** Whether a role, under some arguments, fits a model to rows. */
export function fits(roles: CompiledRoles): boolean {
  return has(roles, 'fits');
}

/** The last names of callables declared to train a model: on given rows, or behind a loss. */
export function trainersOf(roles: CompiledEffects['roles']): ReadonlySet<string> {
  const found = new Set<string>();
  for (const classes of Object.values(roles)) {
    for (const [className, specs] of Object.entries(classes)) {
      for (const [name, spec] of Object.entries(specs)) {
        if (fits(spec.roles) || has(spec.roles, 'trains')) found.add(name === '__init__' ? className : name);
      }
    }
  }
  return found;
}

function has(roles: CompiledRoles, role: string): boolean {
  if (roles === null) return false;
  if (roles[0] === 'role') return roles[1] === role;
  return (roles.slice(roles[0] === 'all' ? 1 : 2) as CompiledRoles[]).some((each) => has(each, role));
}
