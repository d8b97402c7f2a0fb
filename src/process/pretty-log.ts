export const logFormats = ['json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

/** By the level numbers of pino. 30 (info), the usual level, has no prefix. */
const prefixes: Readonly<Record<number, string>> = { 20: 'DEBUG ', 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' };

type LogFields = Readonly<Record<string, unknown>>;

export function prettyLine(json: string): string {
  const { level, time, msg, frames = [], ...fields } = JSON.parse(json) as LogFields;
  const prefix = `${clockTime(String(time))} ${prefixes[Number(level)] ?? ''}`;
  const isRequest = 'door' in fields;
  const text = isRequest ? requestText(fields) : joinWords([msg, ...nameValuePairs(fields)]);
  const stack = (frames as readonly string[]).map((frame) => `    ${frame}`);
  return `${[`${prefix}${text}`, ...stack].map(escapeControls).join('\n')}\n`;
}

function requestText({
  status,
  method,
  route,
  product,
  milliseconds,
  tppId,
  code,
  // A response with several codes has all of them in `codes`. Otherwise there is only `code`.
  codes = code,
  ...fields
}: LogFields): string {
  // The line leaves out the door and the request id.
  const { door, requestId, ...others } = fields;
  const path = String(route).replace(':product', String(product ?? ':product'));
  return joinWords([status, method, path, `${milliseconds} ms`, tppId, codes, ...nameValuePairs(others)]);
}

const joinWords = (words: readonly unknown[]): string =>
  words
    .filter((word) => word !== undefined)
    .map(String)
    .join(' ');

const nameValuePairs = (fields: LogFields): readonly string[] =>
  Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );

const clockTime = (time: string): string => new Date(time).toTimeString().slice(0, 'HH:MM:SS'.length);

/** A name in a certificate may hold characters that move the cursor or change the direction of text. */
const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
