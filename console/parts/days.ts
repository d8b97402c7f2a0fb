export const zone = 'Europe/Oslo';

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });

export const dayInOslo = (at: number): string => days.format(at);

export function dateOf(text: string): string | null {
  const at = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 31 February would become 3 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

/** null also for a year before 1900: browsers report 0002 while 2026 is typed. */
export const dayOf = (text: string): string | null => (text < '1900' ? null : dateOf(text));

/** With these bounds the browser takes only years of four digits. */
export const firstMoment = '1900-01-01T00:00';
export const lastMoment = '9999-12-31T23:59';

const offsets = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });

/** Clocks in Oslo change at 1:00 UTC, so the offset half past one hour earlier counts. */
function whenOsloShows(shown: number): number {
  const offset = offsets.format(shown - 5_400_000).slice(-5);
  return shown - Date.parse(`1970-01-01T${offset}Z`);
}

export const startOf = (day: string): number => whenOsloShows(Date.parse(`${day}T00:00:00Z`));

export const endOf = (day: string): number => whenOsloShows(Date.parse(`${day}T00:00:00Z`) + 86_400_000) - 1;

export const momentInOslo = (local: string): string =>
  new Date(whenOsloShows(Date.parse(`${local.slice(0, 16)}:00Z`))).toISOString();
