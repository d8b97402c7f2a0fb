/** The functions `expect…` throw a RefusedError that says what the bank did instead. */
import { at, listAt, record, textAt } from '../record.ts';
import { type Answer, RefusedError } from '../send.ts';

/** A status, perhaps with a code, and perhaps with the path of a message: `400 FORMAT_ERROR PSU-ID`. null: any response. */
export type Expected = number | string | null;

export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new RefusedError(otherwise);
}

export function describeAnswer({ status, json, text }: Answer): string {
  if (status < 400) return `HTTP ${status}`;
  const messages = listAt(json, 'tppMessages').map((one) =>
    [textAt(one, 'code'), textAt(one, 'path')].filter((part) => part !== null).join(' '),
  );
  const detail =
    messages.length > 0 ? messages.slice(0, 5).join('; ') : (textAt(json, 'code') ?? text.slice(0, 80));
  return `HTTP ${status}${detail === '' ? '' : ` ${detail}`}`;
}

export function expectAnswer(answer: Answer, expected: Expected): Answer {
  if (expected === null) return answer;
  const [status, code, path] = String(expected).split(' ');
  const messages = listAt(answer.json, 'tppMessages').filter((one) => textAt(one, 'code') === code);
  const paths = messages.map((one) => textAt(one, 'path')?.toLowerCase());
  const hasStatus = String(answer.status) === status;
  const hasCode = code === undefined || messages.length > 0 || textAt(answer.json, 'code') === code;
  const hasPath = path === undefined || paths.includes(path.toLowerCase());
  expectThat(hasStatus && hasCode && hasPath, `expected ${expected}, got ${describeAnswer(answer)}`);
  return answer;
}

/** Whether a WARNING contains the word in its path, or in its text. */
export function warns(json: unknown, where: 'path' | 'text', word: string): boolean {
  return listAt(json, 'tppMessages').some(
    (one) => at(one, 'category') === 'WARNING' && String(at(one, where)).includes(word),
  );
}

/** Throws if the text is missing or empty. */
export function textIn(answer: Answer, ...path: readonly string[]): string {
  const value = textAt(answer.json, ...path);
  expectThat(
    value !== null && value !== '',
    `the response has no ${path.join('.')}: ${describeAnswer(answer)}`,
  );
  return value;
}

export const linkIn = (answer: Answer, name: string): string => textIn(answer, '_links', name, 'href');

type Fits = (value: unknown) => boolean;

/** `subject` names the value that should have the fields. It begins the message. */
export function expectFields(value: unknown, fields: Readonly<Record<string, Fits>>, subject: string): void {
  const wrong = Object.entries(fields).filter(([name, fits]) => !fits(record(value)[name]));
  expectThat(
    wrong.length === 0,
    `${subject}: ${wrong.map(([name]) => name).join(', ')} missing or malformed`,
  );
}

export const isText: Fits = (value) => typeof value === 'string' && value !== '';
export const isList: Fits = Array.isArray;
export const isBoolean: Fits = (value) => typeof value === 'boolean';
export const optional =
  (fits: Fits): Fits =>
  (value) =>
    value === undefined || fits(value);
export const isAmount: Fits = (value) =>
  /^-?\d+(\.\d+)?$/.test(textAt(value, 'amount') ?? '') && /^[A-Z]{3}$/.test(textAt(value, 'currency') ?? '');

const verbs: readonly unknown[] = ['GET', 'PUT', 'POST', 'DELETE'];
export const isLink: Fits = (value) =>
  isText(at(value, 'href')) &&
  listAt(value, 'verbs').length > 0 &&
  listAt(value, 'verbs').every((verb) => verbs.includes(verb));
export const areLinks: Fits = (value) => Object.values(record(value)).every(isLink);
