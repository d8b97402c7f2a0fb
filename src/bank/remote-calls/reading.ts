/** What readers of answers have in common: JSON, a line about what does not fit, and Retry-After. */
import type { z } from 'zod';

export interface Json {
  readonly ok: boolean;
  /** undefined where the body is empty, or no JSON. */
  readonly value: unknown;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function readJson(bytes: Uint8Array): Json {
  if (bytes.length === 0) return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return { ok: false, value: undefined };
  }
}

/** Names of fields alone: the path of an issue holds those of our schema and indexes of lists. */
export function whyOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first === undefined ? '' : `${first.code} at ${first.path.join('.') || 'body'}`;
}

/** Seconds; a date counts from now. */
export function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1_000);
}
