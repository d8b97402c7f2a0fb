/**
 * Reads the certificate in a header: Base64 of the DER, or PEM. Line breaks of PEM may be left out, spaces, or
 * percent-encoded, and its first and last line may be missing.
 */

/** More than the limit of all headers of a request. */
const longest = 16_384;
const armour = /^-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----$/;

/** null: the value has another form. */
export function certificateBytes(header: string): Buffer | null {
  const text = header.length > longest ? undefined : percentDecoded(header)?.trim();
  if (text === undefined) return null;
  const body = armour.exec(text)?.[1] ?? text;
  return base64Bytes(body.replace(/\\[rn]|\s/g, ''));
}

function percentDecoded(header: string): string | null {
  if (!header.includes('%')) return header;
  // Form encoders write a space as a plus sign, and a plus sign percent-encoded.
  const spaced = header.includes('BEGIN+CERTIFICATE') ? header.replaceAll('+', ' ') : header;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}

/** Accepts only canonical Base64. The padding may be missing. */
function base64Bytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const canonical = bytes.toString('base64');
  const fits = text === canonical || text === canonical.replace(/={1,2}$/, '');
  return fits && bytes.length > 0 ? bytes : null;
}

/** PEM (RFC 7468) with its first and last line. Throws if a block does not end. */
export function pemBlocks(text: string, labels: readonly string[]): readonly string[] {
  const blocks: string[] = [];
  const opening = '-----BEGIN ';
  let next = 0;
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, next)) {
    next = at + opening.length;
    const label = labels.find((each) => text.startsWith(`${each}-----`, next));
    if (label === undefined) continue;
    const closing = `-----END ${label}-----`;
    const end = text.indexOf(closing, next);
    if (end < 0) throw new Error(`a PEM block that does not end: ${label}`);
    next = end + closing.length;
    blocks.push(text.slice(at, next));
  }
  return blocks;
}

export function pemBytes(block: string): Buffer {
  const lines = block.split(/\r?\n/).slice(1, -1);
  const text = lines.map((line) => line.trim()).join('');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error('a PEM block that is not Base64');
  return bytes;
}
