/** The part of DER (X.690) that certificates need. No function recurses, because anybody may have made the bytes. */

/** Has offsets in place of copies, because a revocation list may have millions of values. */
export class DerNode {
  readonly tag: number;
  readonly bytes: Buffer;
  /** Where the identifier begins. */
  readonly encodedStart: number;
  /** Where the contents begin, after identifier and length. */
  readonly start: number;
  readonly end: number;

  constructor(tag: number, bytes: Buffer, encodedStart: number, start: number, end: number) {
    this.tag = tag;
    this.bytes = bytes;
    this.encodedStart = encodedStart;
    this.start = start;
    this.end = end;
  }

  get content(): Buffer {
    return this.bytes.subarray(this.start, this.end);
  }

  get encoded(): Buffer {
    return this.bytes.subarray(this.encodedStart, this.end);
  }
}

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

/** Identifier octets of context-specific values. */
export const primitiveContext = (number: number): number => 0x80 | number;
export const constructedContext = (number: number): number => 0xa0 | number;

/** `outerEnd` is the end of the value around it. */
function valueAt(bytes: Buffer, encodedStart: number, outerEnd: number): DerNode {
  const tag = octet(bytes, encodedStart);
  if ((tag & 0x1f) === 0x1f) throw new Error('an identifier of several octets');
  let start = encodedStart + 2;
  let length = octet(bytes, encodedStart + 1);
  if (length >= 0x80) {
    const lengthOctets = length & 0x7f;
    length = 0;
    for (let index = 0; index < lengthOctets; index += 1) length = length * 256 + octet(bytes, start + index);
    if (length < 0x80 || length < 256 ** (lengthOctets - 1))
      throw new Error('a length that is not in its shortest form');
    start += lengthOctets;
  }
  if (start + length > outerEnd) throw new Error('a value that ends after the value around it');
  return new DerNode(tag, bytes, encodedStart, start, start + length);
}

function octet(bytes: Buffer, position: number): number {
  const value = bytes[position];
  if (value === undefined) throw new Error('a value that is cut off');
  return value;
}

export function* valuesIn(bytes: Buffer, start = 0, end = bytes.length): Generator<DerNode> {
  for (let position = start; position < end; ) {
    const value = valueAt(bytes, position, end);
    yield value;
    position = value.end;
  }
}

/** Throws unless the bytes are exactly one value. */
export function readDer(bytes: Buffer): DerNode {
  const node = valueAt(bytes, 0, bytes.length);
  if (node.end !== bytes.length) throw new Error('bytes after the value');
  return node;
}

export function requireType(node: DerNode | undefined, tag: number): DerNode {
  if (node?.tag !== tag) throw new Error(`a value of type ${tag} is missing`);
  return node;
}

export function contentOf(node: DerNode | undefined, tag: number): Buffer {
  return requireType(node, tag).content;
}

/** The values inside a constructed value. */
export function partsOf(node: DerNode | undefined, tag: number, maxCount: number): readonly DerNode[] {
  const { bytes, start, end } = requireType(node, tag);
  const parts: DerNode[] = [];
  for (const part of valuesIn(bytes, start, end)) {
    if (parts.length === maxCount) throw new Error(`more than ${maxCount} values`);
    parts.push(part);
  }
  return parts;
}

const maxOidOctets = 64;

export function oidOf(node: DerNode | undefined): string {
  const { bytes, start, end } = requireType(node, tags.oid);
  if (start === end || end - start > maxOidOctets || octet(bytes, end - 1) >= 0x80)
    throw new Error('a malformed object identifier');
  let text = '';
  let numberStart = start;
  for (let position = start; position < end; position += 1) {
    const isLastOctet = octet(bytes, position) < 0x80;
    if (!isLastOctet) continue;
    const number = encodedNumber(bytes, numberStart, position);
    text += numberStart === start ? firstTwoNumbers(number) : `.${number}`;
    numberStart = position + 1;
  }
  return text;
}

/** The first two numbers are encoded as one: 40 times the first, which is 0, 1 or 2, plus the second. */
function firstTwoNumbers(encoded: number | bigint): string {
  const first = Math.min(2, Math.floor(Number(encoded) / 40));
  // A bigint is above 80, so its first number is 2.
  return `${first}.${typeof encoded === 'bigint' ? encoded - 80n : encoded - first * 40}`;
}

/** Each octet has seven bits of the number. The number of an object identifier may be a UUID, which needs a bigint. */
function encodedNumber(bytes: Buffer, first: number, last: number): number | bigint {
  if (octet(bytes, first) === 0x80) throw new Error('an object identifier with leading zeros');
  // Eight octets have 56 bits, which a number cannot hold exactly.
  const isLarge = last - first >= 7;
  let number = 0;
  let largeNumber = 0n;
  for (let position = first; position <= last; position += 1) {
    const bits = octet(bytes, position) & 0x7f;
    if (isLarge) largeNumber = (largeNumber << 7n) | BigInt(bits);
    else number = number * 128 + bits;
  }
  return isLarge ? largeNumber : number;
}

/** Throws if the number is negative or not in its shortest form. The returned octets have no leading zero. */
export function unsignedOf(node: DerNode | undefined): Buffer {
  const content = contentOf(node, tags.integer);
  const first = octet(content, 0);
  const hasLeadingZero = first === 0 && content.length > 1;
  const hasNeedlessZero = hasLeadingZero && octet(content, 1) < 0x80;
  if (first >= 0x80 || hasNeedlessZero)
    throw new Error('a number that is negative, or not in its shortest form');
  return hasLeadingZero ? content.subarray(1) : content;
}

export function isTrue(node: DerNode | undefined): boolean {
  const content = contentOf(node, tags.boolean);
  if (content.length !== 1) throw new Error('a malformed BOOLEAN');
  return content[0] !== 0;
}

/** Throws if more than `unusedAtMost` bits at the end are unused. */
export function bitsOf(node: DerNode | undefined, unusedAtMost: 0 | 7): Buffer {
  const content = contentOf(node, tags.bitString);
  const unused = octet(content, 0);
  if (unused > unusedAtMost || (content.length === 1 && unused > 0))
    throw new Error('a malformed BIT STRING');
  return content.subarray(1);
}
