/** The door of contracts: queries that must give no rows, and findings from their rows. */

export type { Contract } from './contract.ts';
export { ContractChecks } from './contract-checks.ts';
export { ContractSettings } from './contract-settings.ts';
export { contractsIn, hasContracts, NO_CONTRACTS, type NotebookContracts } from './notebook-contracts.ts';
