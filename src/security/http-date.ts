/** The Date header as signers write it: RFC 1123 in GMT or with a numeric offset, a one-digit day allowed. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const form = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:GMT|UTC|([+-])(\d{2})(\d{2}))$/;

/** Epoch milliseconds, or null when the text is no such date. */
export function parseHttpDate(text: string): number | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [, weekday = '', day, monthName = '', year, hour, minute, second, sign, offsetHours = '0', offsetMinutes = '0'] = found;
  const month = months.indexOf(monthName);
  const local = new Date(Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)));
  const exact =
    month >= 0 &&
    local.getUTCMonth() === month &&
    local.getUTCDate() === Number(day) &&
    local.getUTCHours() === Number(hour) &&
    local.getUTCMinutes() === Number(minute) &&
    Number(offsetHours) < 24 &&
    Number(offsetMinutes) < 60 &&
    days[local.getUTCDay()] === weekday;
  if (!exact) return null;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return local.getTime() - (sign === '-' ? -offset : sign === '+' ? offset : 0);
}
