/** The session's door: traced kernels, sessions over them, facts per event, verification. */

export type { Digests, UndoneRun, VariableKind } from './agent-answers.ts';
export type { AgentQuestions } from './agent-questions.ts';
export { chainFacts, chainText } from './chain-text.ts';
export { type EventFacts, type ExecutionFacts, eventFacts, resultText, streamText } from './event-facts.ts';
export { contentOf, signatureOf } from './file-signature.ts';
export {
  type GatheredRun,
  type GatherSource,
  gatherScript,
  type Script,
  type ScriptTarget,
} from './gathering.ts';
export { KernelDied } from './kernel-died.ts';
export {
  MINIMIZE_SECONDS,
  type MinimizingProgress,
  minimizeScript,
  type Replay,
  type ReplayScript,
} from './minimizing.ts';
export { namedReasons } from './named-reasons.ts';
export { NO_TRACE, receivedTrace } from './received-trace.ts';
export { replayTwice } from './replay-twice.ts';
export {
  differenceText,
  type Findings,
  guaranteeText,
  isUpgraded,
  type Minimized,
  minimizedText,
  reasonLines,
  scriptParts,
  scriptText,
  uncomparedText,
  verificationText,
} from './script-text.ts';
export { type EventOutcome, Session } from './session.ts';
export { type LinesByCell, linesByCell, linesOf } from './slice-lines.ts';
export { sliceText } from './slice-text.ts';
export { StaticRecorder } from './static-recorder.ts';
export { sliceSymbol, symbolWriters } from './symbol-slice.ts';
export type { TraceMode } from './trace-mode.ts';
export { type Compares, TracedKernel, type TracedRun } from './traced-kernel.ts';
export { UnseenFiles } from './unseen-files.ts';
export { type Expected, type Verification, verifyScript } from './verify.ts';
