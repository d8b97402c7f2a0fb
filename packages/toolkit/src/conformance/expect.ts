/** Expectations of checks. Functions `expect…` throw a RefusedError that says what the bank did instead. */

import type { PaymentKind } from '../play/outlines.ts';
import { at, listAt, record, textAt } from '../record.ts';
import { type Answer, RefusedError } from '../send.ts';
import { type ConformanceCheck, check } from './check.ts';
import type { RequestChanges } from './probe.ts';

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

export function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  const isExpected = statuses.includes(answer.status);
  expectThat(isExpected, `expected ${statuses.join(' or ')}, got ${describeAnswer(answer)}`);
  return answer;
}

/** With a path, one of the messages must name it. */
export function expectRefused(answer: Answer, status: number, code: string, path?: string): Answer {
  const expectation = `${status} ${code}${path === undefined ? '' : ` ${path}`}`;
  const hasMessage = listAt(answer.json, 'tppMessages').some(
    (one) => textAt(one, 'code') === code && (path === undefined || samePath(textAt(one, 'path'), path)),
  );
  const matches = hasMessage || (path === undefined && textAt(answer.json, 'code') === code);
  expectThat(answer.status === status && matches, `expected ${expectation}, got ${describeAnswer(answer)}`);
  return answer;
}

const samePath = (messagePath: string | null, path: string): boolean =>
  messagePath?.toLowerCase() === path.toLowerCase();

export function warns(json: unknown, where: 'path' | 'text', word: string): boolean {
  return listAt(json, 'tppMessages').some(
    (one) => at(one, 'category') === 'WARNING' && String(at(one, where)).includes(word),
  );
}

export function paymentIdOf(answer: Answer): string {
  return textIn(expectStatus(answer, 201), 'paymentId');
}

/** A text that must be present. */
export function textIn(answer: Answer, ...path: readonly string[]): string {
  const value = textAt(answer.json, ...path);
  expectThat(
    value !== null && value !== '',
    `the response has no ${path.join('.')}: ${describeAnswer(answer)}`,
  );
  return value;
}

export function linkIn(answer: Answer, name: string): string {
  return textIn(answer, '_links', name, 'href');
}

export function takes(name: string, kind: PaymentKind, changes: RequestChanges): ConformanceCheck {
  return check(name, async (probe) => void expectStatus(await probe.pay(kind, changes), 201));
}

/** `path` is by default the last changed field. */
export function refuses(
  name: string,
  kind: PaymentKind,
  changes: RequestChanges,
  path = Object.keys(changes).at(-1),
  code = 'FORMAT_ERROR',
): ConformanceCheck {
  return check(name, async (probe) => void expectRefused(await probe.pay(kind, changes), 400, code, path));
}

export function expectFields(
  value: unknown,
  fields: Readonly<Record<string, (value: unknown) => boolean>>,
  what: string,
): void {
  const wrong = Object.entries(fields).filter(([name, fits]) => !fits(record(value)[name]));
  expectThat(wrong.length === 0, `${what}: ${wrong.map(([name]) => name).join(', ')} missing or malformed`);
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
export const isList = (value: unknown): boolean => Array.isArray(value);
export const optional =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || fits(value);
export const isAmount = (value: unknown): boolean =>
  /^-?\d+(\.\d+)?$/.test(textAt(value, 'amount') ?? '') && /^[A-Z]{3}$/.test(textAt(value, 'currency') ?? '');

const verbs: readonly unknown[] = ['GET', 'PUT', 'POST', 'DELETE'];
export const isLink = (value: unknown): boolean =>
  isText(at(value, 'href')) &&
  listAt(value, 'verbs').length > 0 &&
  listAt(value, 'verbs').every((verb) => verbs.includes(verb));
export const areLinks = (value: unknown): boolean => Object.values(record(value)).every(isLink);
