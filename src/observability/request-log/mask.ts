/** Hides secrets from the request log. A ticket is the secret part of a link that opens an SCA page or the console. */
import { isSecretHeader } from '../../domain/secret-headers.ts';
import type { SecretPaths } from '../request-trace.ts';
import { decodeEscapes } from './decode.ts';

const hiddenText = '***';
/** A lookahead captures the ticket, so the next match may begin within the ticket. `\\*`: escapes within escapes may leave a `\`. */
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

/** Call it with the complete response, because a part of a response is not valid JSON. */
export function maskSecrets(answer: Uint8Array, secretPaths: SecretPaths | null): Uint8Array {
  if (secretPaths === null) return answer;
  const json: unknown = JSON.parse(Buffer.from(answer).toString('utf8'));
  hideSecrets(json, secretPaths);
  return Buffer.from(JSON.stringify(json));
}

function hideSecrets(value: unknown, secretPaths: SecretPaths): void {
  if (Array.isArray(value)) for (const item of value) hideSecrets(item, secretPaths);
  else if (isObject(value))
    for (const [name, inner] of secretPaths) {
      if (inner !== 'SECRET') hideSecrets(value[name], inner);
      else if (value[name] != null) value[name] = hiddenText;
    }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
