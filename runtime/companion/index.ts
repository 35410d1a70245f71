/** Kernels for other front ends: a stock kernel with a companion that keeps the record, and its kernelspecs. */

export {
  installKernelspec,
  type KernelSpec,
  listKernelspecs,
  removeKernelspec,
  type SpecFolder,
} from './kernelspecs.ts';
export { companionsIn, digestOf, type NotedNotebook, notedNotebooks } from './noted-states.ts';
