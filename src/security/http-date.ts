/**
 * The Date header as signers write it: RFC 1123 in GMT or with a numeric offset, the weekday optional as there,
 * a one-digit day as Java prints it. Other zones, and the older forms of HTTP dates, are not read.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const form =
  /^(?:([A-Z][a-z]{2}), )?(\d{1,2}) ([A-Z][a-z]{2}) ([1-9]\d{3}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) (?:GMT|([+-])([01]\d|2[0-3])([0-5]\d))$/;

/** Epoch milliseconds, or null when the text is no such date or the calendar has no such day. */
export function parseHttpDate(text: string): number | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [, weekday, day, monthName = '', year, hour, minute, second, sign, offsetHours, offsetMinutes] =
    found;
  const month = months.indexOf(monthName);
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(local);
  if (month < 0 || date.getUTCDate() !== Number(day)) return null;
  if (weekday !== undefined && weekday !== weekdays[date.getUTCDay()]) return null;
  if (sign === undefined) return local;
  const ahead = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return sign === '+' ? local - ahead : local + ahead;
}
