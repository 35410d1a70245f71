/** The witness's door: runs confirm leaks. */
export { confirmLeaks, type WitnessPlace } from './confirm-leaks.ts';
