/** undefined: the header is absent, or neither a number of seconds nor an HTTP date. */
export function readRetryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const retryAt = Date.parse(header);
  return Number.isNaN(retryAt) ? undefined : Math.max(0, (retryAt - now) / 1_000);
}
