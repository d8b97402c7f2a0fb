/** Hides secrets from the request log. A ticket is the secret part of a link that opens an SCA page or the console. */
import { isSecretHeader } from '../../domain/secret-headers.ts';
import { decodeEscapes } from './decode.ts';

const hiddenText = '***';
/**
 * Matches the text before a ticket. The ticket is group 1, in a lookahead, so that the search goes on within the ticket: `/sca/token=x` has
 * two matches. `\\*` allows backslashes before a `/`: they remain if the `/` was escaped more often than `decodeEscapes` decodes.
 */
const beforeTicket = /(?:\/sca\\*\/|(?:ticket|token)=)(?=([\w.~-]+))/gi;

/** Copies the bytes only if it finds a ticket. */
export function maskBytes(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { text, originalPosition } = decodeEscapes(buffer.toString('latin1'));
  let masked: Buffer | null = null;
  for (const { index, 0: prefix, 1: ticket = '' } of text.matchAll(beforeTicket)) {
    const begin = index + prefix.length;
    masked ??= Buffer.from(buffer);
    masked.fill('*', originalPosition(begin), originalPosition(begin + ticket.length));
  }
  return masked ?? bytes;
}

export const maskText = (text: string): string =>
  Buffer.from(maskBytes(Buffer.from(text, 'utf8'))).toString('utf8');

/** Each character of `target` is one byte. */
export const maskTarget = (target: string): string =>
  Buffer.from(maskBytes(Buffer.from(target, 'latin1'))).toString('latin1');

export function maskHeader(name: string, value: string): string {
  if (!isSecretHeader(name)) return value;
  if (name !== 'authorization') return hiddenText;
  const scheme = /^[a-z]+(?= )/i.exec(value)?.[0];
  return scheme === undefined ? hiddenText : `${scheme} ${hiddenText}`;
}

/** Call it with the complete JSON response: a shortened response could end within a secret, and would show the first part of it. */
export function maskSecrets(answer: Uint8Array, secrets: readonly string[]): Uint8Array {
  if (secrets.length === 0) return answer;
  let text = Buffer.from(answer).toString('utf8');
  // In JSON a secret has escapes for its line breaks.
  for (const secret of secrets) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), hiddenText);
  return Buffer.from(text);
}
