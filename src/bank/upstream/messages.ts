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

/** A list of megabytes would occupy the process for seconds. */
const firstMessages = (list: unknown): unknown =>
  Array.isArray(list) ? list.slice(0, messagesAtMost) : list;
export const bankMessages = z.preprocess(firstMessages, z.array(bankMessage.catch({})));

/**
 * Drops a path that is not plain or contains one of `idsAtBank`. A text that is not plain or contains one of them becomes `defaultText`.
 * The text may contain the path of its message, if this path is plain.
 */
export function toPlainMessage(
  { path = '', text = '' }: Pick<BankMessage, 'path' | 'text'>,
  defaultText: string,
  idsAtBank: readonly string[],
): Pick<TppMessage, 'path' | 'text'> {
  const hasPlainPath = isPlainPath(path, idsAtBank);
  const allowedWords = hasPlainPath ? [path] : [];
  return {
    ...(hasPlainPath ? { path: boundedText(path, 256) } : {}),
    text: text !== '' && isPlainText(text, { allowedWords, forbiddenIds: idsAtBank }) ? text : defaultText,
  };
}

const textByCode: ReadonlyMap<string, string> = new Map(
  Object.values(catalogue).map(({ code, text }) => [code, text]),
);

/** Only messages with codes of this interface are passed on. `toPlainWarning` checks their paths and texts later. */
export const warnings = bankMessages.transform((messages): readonly TppMessage[] =>
  messages
    .filter(({ code = '' }) => textByCode.has(code))
    .map(({ code, path, text = '' }) => ({
      category: 'WARNING',
      code: code as MessageCode,
      ...(path ? { path } : {}),
      text,
    })),
);

export const toPlainWarning = (
  { category, code, ...message }: TppMessage,
  idsAtBank: readonly string[],
): TppMessage => ({
  category,
  code,
  ...toPlainMessage(message, textByCode.get(code) ?? '', idsAtBank),
});
