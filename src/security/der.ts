/**
 * The part of DER (X.690) that certificates need. Nothing copies bytes or recurses, so the cost is linear.
 * Every function throws on malformed bytes.
 */

/** It contains only offsets, because a long list makes millions of values. */
export class DerNode {
  readonly tag: number;
  readonly bytes: Buffer;
  readonly from: number;
  /** Begin and end of its contents. */
  readonly start: number;
  readonly end: number;

  constructor(tag: number, bytes: Buffer, from: number, start: number, end: number) {
    this.tag = tag;
    this.bytes = bytes;
    this.from = from;
    this.start = start;
    this.end = end;
  }

  get content(): Buffer {
    return this.bytes.subarray(this.start, this.end);
  }

  /** All bytes of a value, with its identifier and length. */
  get encoded(): Buffer {
    return this.bytes.subarray(this.from, this.end);
  }
}

/** Identifier octets. Constructed values have a bit more. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

export const primitiveContext = (number: number): number => 0x80 | number;
export const context = (number: number): number => 0xa0 | number;

/** Reads the value that begins at `from`. It must end at `limit` or before. */
export function valueAt(bytes: Buffer, from: number, limit = bytes.length): DerNode {
  const tag = octet(bytes, from);
  if ((tag & 0x1f) === 0x1f) throw new Error('an identifier of several octets');
  let start = from + 2;
  let length = octet(bytes, from + 1);
  if (length >= 0x80) {
    const octets = length & 0x7f;
    if (octets === 0 || octets > 4) throw new Error('an indefinite length, or one beyond all bounds');
    length = 0;
    for (let at = 0; at < octets; at += 1) length = length * 256 + octet(bytes, start + at);
    if (length < 0x80 || length < 256 ** (octets - 1)) throw new Error('a length that is not the shortest');
    start += octets;
  }
  if (start + length > limit) throw new Error('a value that ends beyond its surroundings');
  return new DerNode(tag, bytes, from, start, start + length);
}

function octet(bytes: Buffer, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new Error('a value that ends too soon');
  return value;
}

/** Reads the only value of the bytes. */
export function readDer(bytes: Buffer): DerNode {
  const node = valueAt(bytes, 0);
  if (node.end !== bytes.length) throw new Error('bytes behind the value');
  return node;
}

export function ofType(node: DerNode | undefined, tag: number): DerNode {
  if (node?.tag !== tag) throw new Error(`a value of type ${tag} is missing`);
  return node;
}

export function contentOf(node: DerNode | undefined, tag: number): Buffer {
  return ofType(node, tag).content;
}

/** Reads at most `most` values. */
export function partsOf(node: DerNode | undefined, tag: number, most: number): readonly DerNode[] {
  const { bytes, start, end } = ofType(node, tag);
  const parts: DerNode[] = [];
  for (let at = start; at < end; ) {
    if (parts.length === most) throw new Error(`more than ${most} values`);
    const part = valueAt(bytes, at, end);
    parts.push(part);
    at = part.end;
  }
  return parts;
}

const oidOctets = 64;

/** Reads an object identifier in dotted form. */
export function oidOf(node: DerNode | undefined): string {
  const { bytes, start, end } = ofType(node, tags.oid);
  if (start === end || end - start > oidOctets || octet(bytes, end - 1) >= 0x80)
    throw new Error('an object identifier that is none');
  let text = '';
  let from = start;
  for (let at = start; at < end; at += 1) {
    if (octet(bytes, at) >= 0x80) continue;
    const arc = arcOf(bytes, from, at);
    // The first two numbers are in one arc.
    const top = arc < 80 ? Math.floor(Number(arc) / 40) : 2;
    text += from > start ? `.${arc}` : `${top}.${typeof arc === 'bigint' ? arc - 80n : arc - top * 40}`;
    from = at + 1;
  }
  return text;
}

/** Each octet has seven bits. Arcs that are made of UUIDs need a bigint. */
function arcOf(bytes: Buffer, from: number, last: number): number | bigint {
  if (octet(bytes, from) === 0x80) throw new Error('an arc with zeros in front');
  let arc = 0;
  let large = 0n;
  for (let at = from; at <= last; at += 1) {
    arc = arc * 128 + (octet(bytes, at) & 0x7f);
    if (last - from >= 7) large = (large << 7n) | BigInt(octet(bytes, at) & 0x7f);
  }
  return last - from < 7 ? arc : large;
}

/** Reads a number that is not negative and has its shortest form. */
export function unsignedOf(node: DerNode | undefined): Buffer {
  const content = contentOf(node, tags.integer);
  const [first = 0x80, second = 0x80] = content;
  if (first >= 0x80 || (first === 0 && content.length > 1 && second < 0x80))
    throw new Error('a number that is negative, or not in its shortest form');
  return first === 0 && content.length > 1 ? content.subarray(1) : content;
}

export function isTrue(node: DerNode | undefined): boolean {
  const content = contentOf(node, tags.boolean);
  if (content.length !== 1) throw new Error('a BOOLEAN that is none');
  return content[0] !== 0;
}

/** Reads bits without the octet that counts unused ones. `whole`: it must count none. */
export function bitsOf(node: DerNode | undefined, whole: boolean): Buffer {
  const content = contentOf(node, tags.bitString);
  const unused = octet(content, 0);
  if (unused > 7 || (whole && unused > 0) || (content.length === 1 && unused > 0))
    throw new Error('a BIT STRING that is none');
  return content.subarray(1);
}
