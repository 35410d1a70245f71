/** The door of contracts: queries that must give no rows, and what is told where they do. */

export { ContractChecks } from './contract-checks.ts';
export { contractsIn, hasContracts, NO_CONTRACTS, type NotebookContracts } from './notebook-contracts.ts';
