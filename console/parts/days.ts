/** Days run from midnight to midnight in Oslo. */

export const zone = 'Europe/Oslo';

/** null: the text is not a date such as 2026-11-24. */
export function dayOf(text: string): string | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 31 February would become 3 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

const offsets = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });

/** Clocks do not change within two hours of midnight UTC. */
export function startOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const offset = offsets.format(utc - 5_400_000).slice(-6);
  return Date.parse(`${day}T00:00:00${offset}`);
}

export function endOf(day: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return startOf(next) - 1;
}
