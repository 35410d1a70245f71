/** Kernels: the embedded Jupyter server, existing ones, and a client that runs code and folds outputs. */
export type { CommChannel, CommMessage, OnCommMessage } from './comm-channel.ts';
export type { CommBuffers, KernelComm } from './comm-message.ts';
export { ENDS_ALL, type Keeping, kernelNameOf } from './embedded-server.ts';
export { KEPT, type KeptKernel, keptFolder, keptKernels } from './kept-kernels.ts';
export type { KernelClient, LateOutput } from './kernel-client.ts';
export type { KernelOptions } from './kernel-host.ts';
export type { KernelAnswer, KernelQuestion } from './kernel-questions.ts';
export { isPython, type KernelLanguage } from './kernel-readiness.ts';
export {
  endKeptKernel,
  type FormerKernel,
  type KernelServer,
  openServer,
  type Rejoined,
  type ServerOptions,
  startKernel,
} from './kernel-server.ts';
export { dataSize, isLeftOut, type LeftOut, leftOutIn, OUTPUT_LIMIT, outputSize } from './left-out.ts';
export type {
  DisplayDataOutput,
  ErrorOutput,
  ExecuteResultOutput,
  JsonObject,
  JsonValue,
  MimeBundle,
  Output,
  OutputMessage,
  StreamOutput,
} from './output.ts';
export { foldFrom, foldOutput, NO_OUTPUT, type OutputFold } from './output-fold.ts';
export type { InputPrompt, RunError, RunRequest, RunResult, RunStatus } from './run-result.ts';
export { fetchFacts, type KernelFacts, type KernelSpecSummary, type KernelSpecs } from './server-api.ts';
export type { TerminalConnection, TerminalListener } from './terminal-connection.ts';
export type { Terminal, Terminals } from './terminals.ts';
export { withoutNetwork } from './without-network.ts';
