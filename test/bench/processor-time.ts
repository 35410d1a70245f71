/** Time that does not depend on what else the machine does. */

/** Milliseconds of processor time that this process has used, garbage collection included. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
