/** Days as the bank counts them: from midnight to midnight in Oslo. */

export const zone = 'Europe/Oslo';

/** A day such as 2026-11-24; null where the text is none. */
export function dayOf(text: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A 31 February would be the 3rd of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

const offsets = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });

/** The moment at which the day begins. Clocks change at night, but never within two hours of midnight UTC. */
export function startOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const offset = offsets.format(utc - 5_400_000).slice(-6);
  return Date.parse(`${day}T00:00:00${offset}`);
}

/** The last millisecond of the day. */
export function endOf(day: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return startOf(next) - 1;
}
