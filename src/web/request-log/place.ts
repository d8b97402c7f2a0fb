/**
 * Memory for the headers and bodies of requests that wait to be written. Under load most are pushed out before, so a place is
 * used again for the next request, and nothing is left for a collection of garbage.
 */
import type { KeptBody } from '../../operations/request-log/record.ts';

/** Bytes that are kept of a body. */
export const bodyBytesKept = 32 * 1_024;
/** What nearly all requests and their answers have together. */
const usualBytes = 8 * 1_024;
const spareAtMost = 512;

/** What a place holds: headers as lines of `name: value`, one byte for each character. */
export interface Kept {
  readonly headers: string;
  readonly body: Uint8Array | null;
  readonly answerHeaders: string;
  readonly answerBody: Uint8Array | null;
}

export class Place {
  readonly #bytes: Buffer;
  /** Where headers, body, headers of the answer and its body end. */
  #headers = 0;
  #body = 0;
  #answerHeaders = 0;
  #answerBody = 0;
  /** Lengths of the whole bodies; -1: there is none. */
  #wholeBody = -1;
  #wholeAnswer = -1;

  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
  }

  keep({ headers, body, answerHeaders, answerBody }: Kept): void {
    this.#wholeBody = body?.length ?? -1;
    this.#wholeAnswer = answerBody?.length ?? -1;
    this.#headers = headers.length;
    this.#body = this.#headers + keptOf(this.#wholeBody);
    this.#answerHeaders = this.#body + answerHeaders.length;
    this.#answerBody = this.#answerHeaders + keptOf(this.#wholeAnswer);
    this.#bytes.write(headers, 0, 'latin1');
    if (body !== null) this.#bytes.set(startOf(body), this.#headers);
    this.#bytes.write(answerHeaders, this.#body, 'latin1');
    if (answerBody !== null) this.#bytes.set(startOf(answerBody), this.#answerHeaders);
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#bytes.length;
  }

  get requestHeaders(): Uint8Array {
    return this.#bytes.subarray(0, this.#headers);
  }

  get requestBody(): KeptBody | null {
    return this.#bodyIn(this.#headers, this.#body, this.#wholeBody);
  }

  get responseHeaders(): Uint8Array {
    return this.#bytes.subarray(this.#body, this.#answerHeaders);
  }

  get responseBody(): KeptBody | null {
    return this.#bodyIn(this.#answerHeaders, this.#answerBody, this.#wholeAnswer);
  }

  #bodyIn(from: number, to: number, whole: number): KeptBody | null {
    return whole < 0 ? null : { bytes: this.#bytes.subarray(from, to), whole };
  }
}

const bytesOf = ({ headers, body, answerHeaders, answerBody }: Kept): number =>
  headers.length + keptOf(body?.length ?? 0) + answerHeaders.length + keptOf(answerBody?.length ?? 0);
const keptOf = (length: number): number => Math.max(0, Math.min(length, bodyBytesKept));
const startOf = (body: Uint8Array): Uint8Array =>
  body.length <= bodyBytesKept ? body : body.subarray(0, bodyBytesKept);

/** Places that are not in use: a few, of the usual size. */
export class Places {
  readonly #spare: Place[] = [];

  take(kept: Kept): Place {
    const bytes = bytesOf(kept);
    const place = bytes > usualBytes ? new Place(bytes) : (this.#spare.pop() ?? new Place(usualBytes));
    place.keep(kept);
    return place;
  }

  /** Nobody may read the place any more. */
  giveBack(place: Place): void {
    if (place.size === usualBytes && this.#spare.length < spareAtMost) this.#spare.push(place);
  }
}
