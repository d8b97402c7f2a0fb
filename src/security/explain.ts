/**
 * Explains a failing signature. A message has 512 characters, so a long signing string continues in further messages.
 */
import type { Fault } from '../domain/refusal.ts';
import { headerText } from '../domain/values/text.ts';

const charactersPerMessage = 400;
const messagesAtMost = 8;

/** Line breaks are shown as \n. */
export function signingStringFaults(text: string): readonly Fault[] {
  const characters = Array.from(headerText(text).replaceAll('\n', '\\n'));
  const pieces: string[] = [];
  for (let at = 0; at < characters.length && pieces.length < messagesAtMost; at += charactersPerMessage) {
    pieces.push(characters.slice(at, at + charactersPerMessage).join(''));
  }
  return pieces.map((piece, at) => ({
    path: 'Signature',
    text: `${at === 0 ? opening : `signing string, part ${at + 1}: `}${piece}`,
    reason: 'SIGNATURE_INVALID',
  }));
}

const opening = 'the signature does not match the signing string that the bank built: ';
