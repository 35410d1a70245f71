/** The witness's door: runs confirm leaks. */
export { confirmLeaks, type WitnessHost } from './confirm-leaks.ts';
