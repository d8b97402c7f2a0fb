/** Finds the key that a JSON text has twice, for the refusal. It is slow and runs only when there is one. */
import { createScanner } from 'jsonc-parser';
import type { Steps } from '../domain/steps.ts';

/** The tokens that matter here; the library's own names for them cannot be imported. */
const tokens = { openBrace: 1, closeBrace: 2, colon: 6, string: 10, end: 17 } as const;
/** Tokens that are looked at in one step. */
const tokensAtOnce = 2_000;

/** The first key that repeats one of its object. The text is JSON of bounded depth and size. */
export function* repeatedKey(text: string): Steps<string> {
  const scanner = createScanner(text, true);
  const open: Set<string>[] = [];
  let last = '';
  for (let count = 1, token = scanner.scan(); token !== tokens.end; count += 1, token = scanner.scan()) {
    if (token === tokens.openBrace) open.push(new Set());
    else if (token === tokens.closeBrace) open.pop();
    else if (token === tokens.string) last = scanner.getTokenValue();
    else if (token === tokens.colon) {
      if (open.at(-1)?.has(last)) return last;
      open.at(-1)?.add(last);
    }
    if (count % tokensAtOnce === 0) yield;
  }
  return '';
}
