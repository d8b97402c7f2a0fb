/** One readable line for each JSON line of the log, for a person at a terminal. */

export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

const levels: Readonly<Record<number, string>> = { 20: 'DEBUG ', 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' };

type LogFields = Readonly<Record<string, unknown>>;

export function prettyLine(json: string): string {
  const { level, time, msg, frames = [], ...fields } = JSON.parse(json) as LogFields;
  const start = `${clockTime(String(time))} ${levels[Number(level)] ?? ''}`;
  const text = 'door' in fields ? requestText(fields) : joinedWords([msg, ...nameFields(fields)]);
  const stack = (frames as readonly string[]).map((frame) => `    ${frame}`);
  return `${[`${start}${text}`, ...stack].map(escaped).join('\n')}\n`;
}

function requestText({
  status,
  method,
  route,
  product,
  milliseconds,
  tppId,
  code,
  ...fields
}: LogFields): string {
  const { door, requestId, codes, ...others } = fields;
  // The bank's own routes have a placeholder where the product stands.
  const path = String(route).replace(':product', String(product ?? ':product'));
  return joinedWords([
    status,
    method,
    path,
    `${milliseconds} ms`,
    tppId,
    codes ?? code,
    ...nameFields(others),
  ]);
}

const joinedWords = (words: readonly unknown[]): string =>
  words
    .filter((word) => word !== undefined)
    .map(String)
    .join(' ');

const nameFields = (fields: LogFields): readonly string[] =>
  Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );

/** In the time zone of the terminal. */
function clockTime(time: string): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** A name in a certificate may hold characters that move the cursor or change the direction of text. */
const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
