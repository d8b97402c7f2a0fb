/** Days run from midnight to midnight in Oslo. */

export const zone = 'Europe/Oslo';

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });

/** The day in Oslo, such as 2026-11-24. */
export const dayInOslo = (at: number): string => days.format(at);

/** null: the text is not a date such as 2026-11-24. */
export function dateOf(text: string): string | null {
  const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 31 February would become 3 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

/** null also for a year before 1900: browsers report 0002 while 2026 is typed. */
export const dayOf = (text: string): string | null => (text < '1900' ? null : dateOf(text));

/** The earliest and the latest date and time of a field. With them the browser takes only years of four digits. */
export const firstMoment = '1900-01-01T00:00';
export const lastMoment = '9999-12-31T23:59';

const offsets = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });

/** When clocks in Oslo show what `shown` is in UTC. They change at 1:00 UTC, so half past one hour earlier decides. */
function whenOsloShows(shown: number): number {
  const offset = offsets.format(shown - 5_400_000).slice(-5);
  return shown - Date.parse(`1970-01-01T${offset}Z`);
}

export const startOf = (day: string): number => whenOsloShows(Date.parse(`${day}T00:00:00Z`));

export const endOf = (day: string): number => whenOsloShows(Date.parse(`${day}T00:00:00Z`) + 86_400_000) - 1;

/** The field has no time zone; it means Oslo. */
export const momentInOslo = (local: string): string =>
  new Date(whenOsloShows(Date.parse(`${local.slice(0, 16)}:00Z`))).toISOString();
