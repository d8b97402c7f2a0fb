import { describe, expect, it } from 'vitest';
import {
  decodeRequest,
  type RecordParts,
  readRecord,
  writeRecord,
} from '../../src/observability/request-record.ts';
import { countLoggedRequests } from '../../src/operations/request-log/count-logged-requests.ts';
import { listLoggedRequests } from '../../src/operations/request-log/list-logged-requests.ts';
import { entriesKept, entriesKeptMs, logKinds } from '../../src/operations/request-log/ports.ts';
import { ours } from '../db/support/rows.ts';
import { play } from '../operations/stores.ts';

const bytes = (text: string, fullLength = Buffer.byteLength(text)) => ({
  bytes: Buffer.from(text),
  fullLength,
});
const lines = (text: string) => Buffer.from(text, 'latin1');
const parts: RecordParts = {
  method: 'POST',
  target: '/v1/x?y=æ',
  operationName: 'M',
  durationMs: 1.234_56,
  requestHeaders: lines('date: today\nx-colons: a: b\nlatin: \u00e6\n'),
  requestBody: bytes('{"name":"Kåre 😀"}'),
  responseHeaders: lines('content-type: application/json\n'),
  responseBody: bytes('{\n}'),
  stageMs: [0.5, 0.000_4, 2],
  failedStage: 3,
  failureText: 'why\nso',
  compared: { of: 'DIGEST', expected: 'a', received: null },
  fault: 'cut',
};
const shown = {
  method: 'POST',
  target: '/v1/x?y=æ',
  operationName: 'M',
  durationMs: 1.235,
  requestHeaders: [
    ['date', 'today'],
    ['x-colons', 'a: b'],
    ['latin', '\u00e6'],
  ],
  requestBody: '{"name":"Kåre 😀"}',
  responseHeaders: [['content-type', 'application/json']],
  responseBody: '{\n}',
  stageMs: [0.5, 0, 2],
  failedStage: 3,
  failureText: 'why\nso',
  compared: { of: 'DIGEST', expected: 'a', received: null },
  fault: 'cut',
};
const again = (change: Partial<RecordParts> = {}) => readRecord(writeRecord({ ...parts, ...change }));

describe('a record', () => {
  it('reads back as it was written, times in fullLength microseconds', () => expect(again()).toEqual(shown));

  it('shows which bodies existed, and the length of those that were cut', () => {
    expect(again({ requestBody: null, responseBody: bytes('') })).toEqual({
      ...shown,
      requestBody: null,
      responseBody: null,
    });
    expect(again({ requestBody: bytes('ab', 3), responseBody: null })).toEqual({
      ...shown,
      requestBody: 'ab… (3 bytes in all)',
      responseBody: null,
    });
  });

  it('may have no headers, and bytes that are not text', () => {
    const body = { bytes: Buffer.from([0x61, 0xff]), fullLength: 2 };
    expect(again({ requestHeaders: lines(''), responseHeaders: lines(''), requestBody: body })).toEqual({
      ...shown,
      requestHeaders: [],
      responseHeaders: [],
      requestBody: 'a\ufffd',
    });
  });
});

describe('logged requests', () => {
  const keys = {
    tppId: ours,
    kind: 'OWN',
    id: 'i',
    at: 7,
    status: 201,
    code: null,
    path: '/v1/x',
    xRequestId: 'r',
  };
  const stored = { ...keys, record: writeRecord(parts) };
  const logged = { ...keys, details: shown };
  const filter = { status: 201 };
  const page = { limit: 2 };

  it('are those of the caller, with the content of their records', async () => {
    const listed = await play(
      listLoggedRequests,
      { filter, page },
      { answers: { 'requestLog.page': [stored] } },
    );
    expect([listed.outcome.map(decodeRequest), listed.asked]).toEqual([
      [logged],
      [['requestLog.page', ours, filter, page]],
    ]);
  });

  it('are counted up to one more than the bound', async () => {
    const { outcome, asked } = await play(countLoggedRequests, filter, {
      answers: { 'requestLog.count': 3 },
    });
    expect([outcome, asked]).toEqual([3, [['requestLog.count', ours, filter, 10_001]]]);
  });

  it('are kept by kind, with these limits', () => {
    expect([logKinds, entriesKept, entriesKeptMs / 3_600_000]).toEqual([
      ['OWN', 'CONSOLE', 'UNPROVEN'],
      { OWN: 1_000, CONSOLE: 1_000, UNPROVEN: 200 },
      72,
    ]);
  });
});
