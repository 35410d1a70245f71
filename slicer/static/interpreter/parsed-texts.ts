/** Texts of cells as the interpreter takes them, each parsed once however often it runs. It interprets nothing. */
import { buildScopes } from '../build-scopes.ts';
import { type ParsedCell, parseCell } from '../parse.ts';
import type { ScopeTree } from '../scopes.ts';

/** A text with its scopes. */
export interface ParsedText {
  readonly parsed: ParsedCell;
  readonly scopes: ScopeTree;
}

/** Texts that have been parsed. */
export class ParsedTexts {
  readonly #known = new Map<string, ParsedText>();

  of(source: string): ParsedText {
    const known = this.#known.get(source);
    if (known !== undefined) return known;
    const parsed = parseCell(source);
    const scopes = buildScopes(parsed.statements.flatMap(({ body }) => body));
    const made = { parsed, scopes };
    this.#known.set(source, made);
    return made;
  }
}
