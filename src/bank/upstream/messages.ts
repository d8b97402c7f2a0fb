/**
 * `tppMessages` of a bank upstream. They are words beside an answer, so a part that does not fit is as good as absent, and
 * makes no answer one that does not fit.
 */
import { z } from 'zod';
import { catalogue, type MessageCode, messagesAtMost, type TppMessage } from '../../domain/refusal.ts';
import { isPlainPath, isPlainText } from '../../domain/values/plain-text.ts';
import { boundedText } from '../../domain/values/text.ts';
import { message } from './lenient.ts';

const bankMessage = z.object({
  category: z.string().optional().catch(undefined),
  code: z.string().max(100).optional().catch(undefined),
  path: message.optional().catch(undefined),
  text: message.optional().catch(undefined),
});
export type Said = z.output<typeof bankMessage>;

/** Most answers have none. */
export const saidList = z.array(bankMessage.catch({}));

/** A path in a request; longer ones lead nowhere. `ids`: those at the bank, which no TPP is to see. */
export const pathField = (path: string | undefined, ids: readonly string[] = []) =>
  path && isPlainPath(path, ids) ? { path: boundedText(path, 256) } : {};

/** What our catalogue says for each code. */
const texts: ReadonlyMap<string, string> = new Map(
  Object.values(catalogue).map(({ code, text }) => [code, text]),
);

/** Those beside a success that can be passed on: with a code that the interface has. */
export const warnings = saidList.transform((all): readonly TppMessage[] =>
  all
    .filter(({ code = '' }) => texts.has(code))
    .slice(0, messagesAtMost)
    .map(({ code, path, text = '' }) => ({
      category: 'WARNING',
      code: code as MessageCode,
      ...pathField(path),
      text: isPlainText(text, path ? [path] : []) ? text : (texts.get(code ?? '') ?? ''),
    })),
);
