/**
 * The Date header as signers write it (contract 4): RFC 1123 in GMT or with a numeric offset, the weekday optional as there,
 * a one-digit day as Java prints it. Other zones, and the older forms of HTTP dates, are not read.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const form =
  /^(?:(?<weekday>[A-Z][a-z]{2}), )?(?<date>\d{1,2} (?<month>[A-Z][a-z]{2}) \d{4}) (?<time>\d{2}:\d{2}:\d{2}) (?:GMT|(?<offset>[+-]\d{4}))$/;

/** Epoch milliseconds, or null when the text is no such date or the calendar has no such day. */
export function parseHttpDate(text: string): number | null {
  const { weekday, date = '', month = '', time = '', offset = '+0000' } = form.exec(text)?.groups ?? {};
  const [day = 0, year = 0] = date.split(` ${month} `).map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  const local = new Date(Date.UTC(year, months.indexOf(month), day, hour, minute, second));
  const exists =
    months.includes(month) &&
    local.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    year > 999;
  if (!exists || (weekday !== undefined && weekday !== weekdays[local.getUTCDay()])) return null;
  const [offsetHours, offsetMinutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3))];
  if (offsetHours > 23 || offsetMinutes > 59) return null;
  const ahead = (offsetHours * 60 + offsetMinutes) * 60_000;
  return local.getTime() - (offset.startsWith('-') ? -ahead : ahead);
}
