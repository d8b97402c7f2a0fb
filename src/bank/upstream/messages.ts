/** `tppMessages` of an upstream bank. A malformed part counts as absent. */
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

export const saidList = z.array(bankMessage.catch({}));

/** Longer paths are dropped. `ids`: those at the bank, which a TPP must not see. */
export const pathField = (path: string | undefined, ids: readonly string[] = []) =>
  path && isPlainPath(path, ids) ? { path: boundedText(path, 256) } : {};

const texts: ReadonlyMap<string, string> = new Map(
  Object.values(catalogue).map(({ code, text }) => [code, text]),
);

/** Only codes of our interface are passed on. */
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
