/**
 * The outputs of a cell in nbformat 4's form in memory, and the kernel messages that make them. It does not
 * read or write files: on disk nbformat splits long strings into lists of lines.
 */

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** MIME type → value: a string, or JSON for JSON types. */
export type MimeBundle = JsonObject;

/** Text written to standard output or error. `text` is raw: `\r`, backspaces and ANSI codes are kept. */
export interface StreamOutput {
  readonly output_type: 'stream';
  readonly name: 'stdout' | 'stderr';
  readonly text: string;
}

/** Something displayed. */
export interface DisplayDataOutput {
  readonly output_type: 'display_data';
  readonly data: MimeBundle;
  readonly metadata: JsonObject;
}

/** The value of the last expression. */
export interface ExecuteResultOutput {
  readonly output_type: 'execute_result';
  readonly execution_count: number | null;
  readonly data: MimeBundle;
  readonly metadata: JsonObject;
}

/** An exception; `traceback` has ANSI colours. */
export interface ErrorOutput {
  readonly output_type: 'error';
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** One output of a cell. */
export type Output = StreamOutput | DisplayDataOutput | ExecuteResultOutput | ErrorOutput;

/** The transient part of every message with a display id. */
export interface Transient {
  readonly display_id?: string;
}

/** The IOPub messages that make outputs; other message types do not change outputs. */
export type OutputMessage =
  | {
      readonly msg_type: 'stream';
      readonly content: { readonly name: 'stdout' | 'stderr'; readonly text: string };
    }
  | { readonly msg_type: 'display_data'; readonly content: DisplayContent }
  | { readonly msg_type: 'update_display_data'; readonly content: DisplayContent }
  | {
      readonly msg_type: 'execute_result';
      readonly content: DisplayContent & { readonly execution_count: number | null };
    }
  | {
      readonly msg_type: 'error';
      readonly content: {
        readonly ename: string;
        readonly evalue: string;
        readonly traceback: readonly string[];
      };
    }
  | { readonly msg_type: 'clear_output'; readonly content: { readonly wait: boolean } };

/** The content of messages with a MIME bundle. */
export interface DisplayContent {
  readonly data: MimeBundle;
  readonly metadata: JsonObject;
  readonly transient?: Transient;
}
