/** Language models for questions about cells: the client, cached answers, and the asking. */
export { AnswerCache } from './answer-cache.ts';
export { type AskedModel, type AskMeans, askQuestions } from './ask-questions.ts';
export { type AskModel, type ModelAddress, modelClient, PATIENCE } from './model-client.ts';
