/** The operating systems that Sluice tells apart. Functions of this folder take one as an argument, so tests run every branch on one machine. */

/** Other systems of the Unix family count as Linux, with the parts of Linux that they have. */
export type Platform = 'linux' | 'darwin' | 'win32';

/** The system of this process. */
export const HERE: Platform = platformNamed(process.platform);

/** The system with a name of Node's. */
export function platformNamed(name: NodeJS.Platform): Platform {
  return name === 'darwin' || name === 'win32' ? name : 'linux';
}
