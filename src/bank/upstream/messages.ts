/** Reads the `tppMessages` of an upstream bank. Malformed parts are ignored. */
import { z } from 'zod';
import { catalogue, type MessageCode, messagesAtMost, type TppMessage } from '../../domain/refusal.ts';
import { isPlainPath, isPlainText } from '../../domain/values/plain-text.ts';
import { boundedText } from '../../domain/values/text.ts';
import { messageText } from './lenient.ts';

const bankMessage = z.object({
  category: z.string().optional().catch(undefined),
  code: z.string().max(100).optional().catch(undefined),
  path: messageText.optional().catch(undefined),
  text: messageText.optional().catch(undefined),
});
export type BankMessage = z.output<typeof bankMessage>;

export const bankMessages = z.array(bankMessage.catch({}));

/** `ids` are ids at the bank, which a TPP must not see. A path that contains one is left out. */
export const pathField = (path: string | undefined, ids: readonly string[] = []) =>
  path && isPlainPath(path, ids) ? { path: boundedText(path, 256) } : {};

const textByCode: ReadonlyMap<string, string> = new Map(
  Object.values(catalogue).map(({ code, text }) => [code, text]),
);

/** Only messages with codes of this interface are passed on. Their paths and texts still need `plainWarning`. */
export const warnings = bankMessages.transform((messages): readonly TppMessage[] =>
  messages
    .filter(({ code = '' }) => textByCode.has(code))
    .slice(0, messagesAtMost)
    .map(({ code, path, text = '' }) => ({
      category: 'WARNING',
      code: code as MessageCode,
      ...(path ? { path } : {}),
      text,
    })),
);

/** Leaves out a path, and replaces a text, that is not plain or contains one of `ids`. */
export const plainWarning = ({ path, text, ...warning }: TppMessage, ids: readonly string[]): TppMessage => ({
  ...warning,
  ...pathField(path, ids),
  text: isPlainText(text, { allowedWords: path ? [path] : [], forbiddenIds: ids })
    ? text
    : (textByCode.get(warning.code) ?? ''),
});
