/** Hides what the request log must not keep: tokens, cookies, the tickets of links, and secrets that an answer shows once. */

const hidden = '***';
/** What follows these opens a page of the PSU, or a session. */
const before = ['/sca/', 'ticket='].map((text) => Buffer.from(text));
const star = 42;

/** The bytes without tickets, a star for each of their characters, and without the secrets. Copied where anything is hidden. */
export function maskBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  let masked: Buffer | null = null;
  const seen = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const mark of before) {
    for (let at = seen.indexOf(mark); at >= 0; at = seen.indexOf(mark, at + mark.length)) {
      masked ??= Buffer.from(seen);
      for (let index = at + mark.length; isTicket(masked[index]); index += 1) masked[index] = star;
    }
  }
  return secrets.length === 0 ? (masked ?? bytes) : Buffer.from(without(masked ?? seen, secrets));
}

/** A letter, a digit, or another character of identifiers and encoded links. */
const isTicket = (byte: number | undefined): boolean =>
  byte !== undefined && /[\w.~%-]/.test(String.fromCharCode(byte));

/** The text without the secrets as JSON or plain text would write them. */
function without(bytes: Buffer, secrets: readonly string[]): string {
  return secrets.reduce(
    (text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), hidden).replaceAll(secret, hidden),
    bytes.toString('utf8'),
  );
}

export const maskTarget = (target: string): string =>
  target.includes('?')
    ? Buffer.from(maskBytes(Buffer.from(target, 'latin1'), [])).toString('latin1')
    : target;

const whole: ReadonlySet<string> = new Set(['cookie', 'set-cookie', 'proxy-authorization']);

export function maskHeader(name: string, value: string): string {
  if (whole.has(name)) return hidden;
  if (name !== 'authorization') return value;
  const scheme = /^[a-z]+(?= )/i.exec(value)?.[0];
  return scheme === undefined ? hidden : `${scheme} ${hidden}`;
}
