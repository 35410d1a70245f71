/** Python on this machine: the private environment, and the interpreter that runs cells. */
export { acquireLock, type BuildLock } from './build-lock.ts';
export { choosePython, chosenPython } from './chosen-pythons.ts';
export { findPython } from './find-python.ts';
export { type FoundEnvironment, foundEnvironments } from './found-environments.ts';
export {
  inspectPython,
  isSupported,
  type PythonFacts,
  SUPPORTED,
  versionText,
} from './inspect-python.ts';
export { type EnvironmentFacts, installCommand, installPackage } from './install-package.ts';
export {
  chooseInterpreter,
  chooseServerPython,
  type KernelInterpreter,
  serverPythonFor,
} from './kernel-interpreter.ts';
export { type NotebookSignatures, notebookSignatures } from './notebook-signatures.ts';
export { isPersonalSignature, personalSignature } from './personal-key.ts';
export { type OpenSignature, openSignature, ownFingerprint, signerOf } from './personal-key-pair.ts';
export {
  ensurePrivatePython,
  ensureServerPython,
  installEnvironment,
  madeEnvironment,
  type OnProgress,
  ownPython,
  type PrivateEnvironmentOptions,
} from './private-environment.ts';
export { runProgram } from './run-python.ts';
export { sluiceHome } from './sluice-home.ts';
export { widgetFolders } from './widget-folders.ts';
