/** How the runs of a kernel are recorded. */

/**
 * Whether cells run with probes (`on`), without any record (`off`), or with records from their text (`static`). A
 * kernel of another language than Python gets no agent (`plain`): its runs have empty records.
 */
export type TraceMode = 'on' | 'off' | 'static' | 'plain';
