/** Messages of scripts to people, on standard error, in the product's name. */
export function say(line) {
  process.stderr.write(`sluice: ${line}\n`);
}
