/** Numbers that look random and are the same every time. */

/** Gives a number below a bound. */
export type RandomNumbers = (below: number) => number;

/** Numbers below a bound, the same for the same seed (a linear congruential generator). */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
