/** Contracts in the metadata of a notebook: `{"sluice": {"contracts": {"NAME": {"query": "…"}}}}`. No query runs here. */

import { suggest } from '../../slicer/index.ts';
import { isJsonObject, type JsonObject } from '../documents/index.ts';
import { CONTRACT_KEYS, CONTRACT_NAME, type Contract, SEVERITIES } from './contract.ts';

/** The contracts of a notebook, and mistakes in others. */
export interface NotebookContracts {
  readonly contracts: readonly Contract[];
  readonly mistakes: readonly string[];
}

/** None at all. */
export const NO_CONTRACTS: NotebookContracts = { contracts: [], mistakes: [] };

/** Whether there is anything to ask, or to say, of contracts in a notebook of these texts. */
export function hasContracts(
  sources: readonly string[],
  settings: readonly Contract[],
  own: NotebookContracts,
): boolean {
  if (settings.length + own.contracts.length + own.mistakes.length > 0) return true;
  return sources.some((source) => /#\s*sluice:\s*contract\[/.test(source));
}

/** The contracts in the metadata of a notebook. */
export function contractsIn(metadata: JsonObject): NotebookContracts {
  const { sluice } = metadata;
  const kept = isJsonObject(sluice) ? sluice.contracts : undefined;
  if (kept === undefined) return NO_CONTRACTS;
  if (!isJsonObject(kept)) {
    return {
      contracts: [],
      mistakes: ['its contracts have to be an object: {"NAME": {"query": "SELECT …"}}'],
    };
  }
  const contracts: Contract[] = [];
  const mistakes: string[] = [];
  for (const [name, value] of Object.entries(kept)) {
    const found = contractOf(name, value);
    if (typeof found === 'string') mistakes.push(`its contract ${name} ${found}`);
    else contracts.push(found);
  }
  return { contracts, mistakes };
}

/** The contract, or its mistake. */
function contractOf(name: string, value: unknown): Contract | string {
  if (!CONTRACT_NAME.test(name)) return 'has a name with other characters than letters, digits and . _ -';
  if (!isJsonObject(value as JsonObject)) return 'has to be an object: {"query": "SELECT …"}';
  const { query, message, severity, ...others } = value as Record<string, unknown>;
  const [other] = Object.keys(others);
  const keys = CONTRACT_KEYS.filter((key) => key !== 'files');
  if (other !== undefined) return `has no ${other}${suggest(other, keys)}`;
  if (typeof query !== 'string' || query.trim() === '') return 'has no query, a text';
  if (message !== undefined && typeof message !== 'string') return 'has a message that is no text';
  const level = SEVERITIES.find((each) => each === (severity ?? 'warning'));
  if (level === undefined) return `has a severity that is none of ${SEVERITIES.join(', ')}`;
  return { name, query, message: message ?? null, severity: level, files: null, placeOf: null };
}
