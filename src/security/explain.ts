/** Shows the signing string of a signature that does not match. A long one is divided among several messages, up to a limit. */
import type { Fault } from '../domain/refusal.ts';
import { headerText } from '../domain/values/text.ts';

/** A message has at most 512 characters, with the words before its piece. */
const charactersPerMessage = 400;
const messagesAtMost = 8;

/** Line breaks are shown as \n. */
export function signingStringFaults(text: string): readonly Fault[] {
  const characters = Array.from(headerText(text).replaceAll('\n', '\\n'));
  const pieces: string[] = [];
  for (
    let begin = 0;
    begin < characters.length && pieces.length < messagesAtMost;
    begin += charactersPerMessage
  ) {
    pieces.push(characters.slice(begin, begin + charactersPerMessage).join(''));
  }
  return pieces.map((piece, index) => ({
    path: 'Signature',
    text: `${index === 0 ? firstMessage : `signing string, part ${index + 1}: `}${piece}`,
    reason: 'SIGNATURE_INVALID',
  }));
}

const firstMessage = 'the signature does not match the signing string that the bank built: ';
