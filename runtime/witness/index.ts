/** The witness's door: leaks that were found are looked for in runs. */
export { confirmLeaks, type WitnessPlace } from './confirm-leaks.ts';
