/** Language models that answer questions about cells: the client, what it has answered, and the asking. */
export { AnswerCache } from './answer-cache.ts';
export { type AskedModel, type AskMeans, askQuestions } from './ask-questions.ts';
export { type AskModel, type ModelAddress, modelClient, PATIENCE } from './model-client.ts';
