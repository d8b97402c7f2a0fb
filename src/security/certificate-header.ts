import { percentDecoded } from '../domain/values/text.ts';

const pemPattern = /^-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----$/;

/**
 * The certificate in a header, as DER. null: the header is neither Base64 nor PEM.
 * Line breaks may be spaces, the two characters `\n`, percent-encoded or missing.
 */
export function certificateBytes(header: string): Buffer | null {
  // Form encoders write a space as a plus sign, and a plus sign as %2B.
  const isForm = header.includes('BEGIN+CERTIFICATE');
  const text = percentDecoded(isForm ? header.replaceAll('+', ' ') : header)?.trim();
  if (text === undefined) return null;
  const body = pemPattern.exec(text)?.[1] ?? text;
  return base64Bytes(body.replace(/\\[rn]|\s/g, ''));
}

/** null: the text is not canonical Base64. Missing padding is allowed. */
function base64Bytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const canonical = bytes.toString('base64');
  const isCanonical = text === canonical || text === canonical.replace(/={1,2}$/, '');
  return isCanonical && bytes.length > 0 ? bytes : null;
}

/** Throws if a block does not end. */
export function pemBlocks(text: string, labels: readonly string[]): readonly string[] {
  const blocks: string[] = [];
  const opening = '-----BEGIN ';
  let position = 0;
  for (let begin = text.indexOf(opening); begin >= 0; begin = text.indexOf(opening, position)) {
    position = begin + opening.length;
    const label = labels.find((candidate) => text.startsWith(`${candidate}-----`, position));
    if (label === undefined) continue;
    const closing = `-----END ${label}-----`;
    const end = text.indexOf(closing, position);
    if (end < 0) throw new Error(`a PEM block that does not end: ${label}`);
    position = end + closing.length;
    blocks.push(text.slice(begin, position));
  }
  return blocks;
}

/** Throws if the lines between BEGIN and END are not Base64. */
export function pemBytes(block: string): Buffer {
  const lines = block.split(/\r?\n/).slice(1, -1);
  const text = lines.map((line) => line.trim()).join('');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error('a PEM block that is not Base64');
  return bytes;
}
