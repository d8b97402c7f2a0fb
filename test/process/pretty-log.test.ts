import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { prettyLine } from '../../src/process/pretty-log.ts';

const line = (fields: object) =>
  prettyLine(JSON.stringify({ level: 30, time: '2026-11-27T10:15:03.123Z', ...fields }));
const clock = /^\d\d:\d\d:03 /;

describe('a readable log line', () => {
  it('names status, method, path with its product, time, TPP and code of a request', () => {
    const entry = {
      door: 'rest',
      method: 'POST',
      route: '/v1/payments/:product',
      product: 'sepa',
      status: 400,
    };
    const more = { milliseconds: 12, tppId: 'PSDNO-FSA-DEMO', code: 'FORMAT_ERROR', failureId: 'f-1' };
    const text = line({ ...entry, ...more, requestId: 'r-1', msg: 'request' });
    expect(text).toMatch(clock);
    expect(text.replace(clock, '')).toBe(
      '400 POST /v1/payments/sepa 12 ms PSDNO-FSA-DEMO FORMAT_ERROR failureId=f-1\n',
    );
    expect(line({ ...entry, product: undefined, status: 404, milliseconds: 1 })).toContain(
      '/v1/payments/:product 1 ms',
    );
  });

  it('names an event with its fields, and its level when it needs attention', () => {
    expect(line({ msg: 'started', port: 4000, sandbox: true }).replace(clock, '')).toBe(
      'started port=4000 sandbox=true\n',
    );
    expect(line({ level: 40, msg: 'clock differs', offsetMs: 7 }).replace(clock, '')).toBe(
      'WARN clock differs offsetMs=7\n',
    );
  });

  it('shows the stack of a defect below, and escapes what would command a terminal', () => {
    const defect = {
      level: 50,
      msg: 'background work failed',
      error: 'Error: \u001b[2J\u202e\u200f',
      frames: ['at a', 'at b'],
    };
    expect(line(defect).replace(clock, '')).toBe(
      'ERROR background work failed error=Error: \\u001b[2J\\u202e\\u200f\n    at a\n    at b\n',
    );
  });
});

it('LOG_FORMAT is json or pretty; unset, standard error decides', () => {
  expect(readConfig({}).logFormat).toBeNull();
  expect(readConfig({ LOG_FORMAT: 'pretty' }).logFormat).toBe('pretty');
  expect(() => readConfig({ LOG_FORMAT: 'text' })).toThrow('LOG_FORMAT must be one of json, pretty');
});
