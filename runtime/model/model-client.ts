/**
 * A language model behind an OpenAI-compatible endpoint, for questions with the answers yes and no. The client sends only the given texts:
 * nothing about the machine, and no key of other services. The client stores nothing.
 */
import type OpenAI from 'openai';

/** Where a model is. */
export interface ModelAddress {
  /** The address up to `/v1`, in the form for clients of OpenAI. */
  readonly url: string;
  readonly model: string;
  /** Null: the endpoint takes none. */
  readonly key: string | null;
}

/** The instructions and the question for a model. */
export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
}

/** `garbage`: neither yes nor no. `failed`: no answer; `isLasting`: nor will there be one to other questions. */
export type ModelAnswer =
  | { readonly type: 'answer'; readonly answer: boolean }
  | { readonly type: 'garbage'; readonly text: string }
  | { readonly type: 'failed'; readonly why: string; readonly isLasting: boolean };

/** The time limit of an answer, and the number of retries where they may help. */
export interface ModelPatience {
  readonly milliseconds: number;
  readonly retries: number;
}

export const PATIENCE: ModelPatience = { milliseconds: 60_000, retries: 2 };

/** Headers in which the library describes itself and the machine. */
const TOLD = [
  'Lang',
  'Package-Version',
  'OS',
  'Arch',
  'Runtime',
  'Runtime-Version',
  'Retry-Count',
  'Timeout',
].map((name) => [`X-Stainless-${name}`, null] as const);

/** Asks. Never throws. */
export type AskModel = (prompt: ModelPrompt) => Promise<ModelAnswer>;

/** A way to ask the model at an address. The library is loaded with the first question. */
export function modelClient(address: ModelAddress, patience: ModelPatience = PATIENCE): AskModel {
  const { milliseconds, retries } = patience;
  let opened: OpenAI | null = null;
  return async ({ system, user }) => {
    const { default: library } = await import('openai');
    opened ??= new library(optionsFor(address, patience));
    // the library's own time-out ends when the answer begins
    const signal = AbortSignal.timeout(milliseconds * (retries + 1));
    try {
      const reply = await opened.chat.completions.create(
        {
          model: address.model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        },
        { signal },
      );
      return answerIn(reply?.choices?.[0]?.message?.content);
    } catch (error) {
      return failureOf(error, library, address, milliseconds);
    }
  };
}

function optionsFor({ url, key }: ModelAddress, { milliseconds, retries }: ModelPatience) {
  return {
    baseURL: url,
    // the library rejects an empty key, and reads environment variables for another endpoint
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    timeout: milliseconds,
    maxRetries: retries,
    logLevel: 'off',
    defaultHeaders: {
      ...Object.fromEntries(TOLD),
      'User-Agent': 'sluice',
      ...(key === null ? { Authorization: null } : {}),
    },
    // a key is for one place
    fetchOptions: { redirect: 'error' },
  } as const;
}

/** The yes or no in a text; models that print their reasoning answer at the end. */
function answerIn(content: unknown): ModelAnswer {
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? null);
  const said = text.replace(/^[\s\S]*<\/think>/, '');
  const [, word] = /^[\s"'*_`]*(yes|no)\b/i.exec(said) ?? [];
  if (word !== undefined) return { type: 'answer', answer: word.toLowerCase() === 'yes' };
  return { type: 'garbage', text: said.trim().slice(0, 80) };
}

function failureOf(
  error: unknown,
  library: typeof OpenAI,
  { url, model }: ModelAddress,
  milliseconds: number,
): ModelAnswer {
  const failed = (why: string, isLasting: boolean): ModelAnswer => ({ type: 'failed', why, isLasting });
  if (error instanceof library.APIConnectionTimeoutError || error instanceof library.APIUserAbortError)
    return failed(`${url} did not answer within ${milliseconds / 1000} seconds`, false);
  if (error instanceof library.APIConnectionError)
    return failed(`${url} cannot be reached (${causeOf(error)})`, true);
  if (error instanceof library.AuthenticationError || error instanceof library.PermissionDeniedError)
    return failed(`${url} refuses the key (${error.status}); SLUICE_MODEL_KEY has to hold one for it`, true);
  if (error instanceof library.NotFoundError)
    return failed(`${url} has no model ${model}, or is no such endpoint`, true);
  if (error instanceof library.RateLimitError)
    return failed(`${url} takes no more questions now (429)`, true);
  if (error instanceof library.APIError && error.status !== undefined)
    return failed(`${url} answers with an error (${error.status})`, error.status < 500);
  return failed(`${url} does not answer as such an endpoint does`, true);
}

/** The system's message about a connection. */
function causeOf(error: Error): string {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return 'no connection';
}
