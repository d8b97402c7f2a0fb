/** PEM (RFC 7468) as operators hand it over in files, with text around the blocks. */

/** Every block with one of these labels, with its first and last line. Throws when a block does not end. */
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

/** The bytes of a block. */
export function pemBytes(block: string): Buffer {
  const lines = block.split(/\r?\n/).slice(1, -1);
  const text = lines.map((line) => line.trim()).join('');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error('a PEM block that is not Base64');
  return bytes;
}
