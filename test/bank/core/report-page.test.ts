import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCarrier } from '../../../src/bank/core/carrier.ts';
import { CoreClient, maxDocumentAnswerBytes } from '../../../src/bank/core/client.ts';
import type { OrderRecord, ReportPage } from '../../../src/bank/core/orders/ports.ts';
import { settingsFor } from '../upstream/support/client.ts';
import { messages } from './messages.ts';

let server: Server | undefined;
let client: CoreClient | undefined;
afterEach(async () => {
  await client?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

async function carrierTo(body: string | Uint8Array) {
  const targets: string[] = [];
  const core = createServer((request, response) => {
    targets.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server = core;
  await new Promise<void>((resolve) => core.listen(0, '127.0.0.1', resolve));
  const { port } = core.address() as AddressInfo;
  client = new CoreClient(settingsFor(`http://localhost:${port}`), {
    now: Date.now,
    random: () => 1,
    waitSeconds: 0,
    notice: () => undefined,
    alarm: () => undefined,
  });
  return { carrier: createCarrier({ client, messages, outbox: null }), targets };
}

async function pageOf(body: string | Uint8Array): Promise<ReportPage> {
  const { carrier } = await carrierTo(body);
  return carrier.fetchReports(null, 100);
}

it('a page of 16 MiB is read whole', async () => {
  const item = JSON.stringify([{ cursor: 'a', document: 'x'.repeat(maxDocumentAnswerBytes - 32) }]);
  const body = item.padEnd(maxDocumentAnswerBytes);
  const page = await pageOf(body);
  expect(page.fault).toBeNull();
  expect(page.reports).toHaveLength(1);
});

it('a larger page gives its first cursor and the beginning of its document', async () => {
  const body = JSON.stringify([{ cursor: 'a"\\é', document: 'x'.repeat(maxDocumentAnswerBytes) }], null, 2);
  const { fault, reports } = await pageOf(body);
  expect(fault).toBe('TOO_LARGE');
  expect(reports).toMatchObject([{ cursor: 'a"\\é', fault: { why: 'TOO_LARGE' } }]);
  expect(reports[0]?.document).toHaveLength(64 * 1_024);
});

it.each([
  ['whose document comes first', (text: string) => `[{"document":"${text}","cursor":"a"}]`],
  ['of another shape', (text: string) => `{"reports":[{"cursor":"a","document":"${text}"}]}`],
  ['whose cursor is too long', (text: string) => `[{"cursor":"${'c'.repeat(201)}","document":"${text}"}]`],
])('a larger page, %s, has no cursor', async (_, write) => {
  const { reports } = await pageOf(write('x'.repeat(maxDocumentAnswerBytes)));
  expect(reports.map(({ cursor }) => cursor)).toEqual([null]);
});

describe('a core that returns more reports than requested', () => {
  const item = (cursor: string, document: string) => JSON.stringify({ cursor, document });
  const trap = 'a "} , {"cursor": trap';
  const cursors = ({ reports }: ReportPage) => reports.map(({ cursor, fault }) => [cursor, fault]);

  it.each([',', ' ,\n  '])(
    'in a page that is too large is read up to the last whole report, between %j',
    async (comma) => {
      const items = [
        item('a', trap),
        item('b', trap),
        item('c', 'x'.repeat(maxDocumentAnswerBytes + 1_000_000)),
        item('d', ''),
      ];
      const page = await pageOf(`[${items.join(comma)}]`);
      expect(page.fault).toBe('TOO_LARGE');
      expect(cursors(page)).toEqual([
        ['a', null],
        ['b', null],
      ]);
    },
  );

  it('of which one is not JSON is read up to the first', async () => {
    const page = await pageOf(`[${item('a', trap)},{"cursor":"b","document":"\n"},${item('c', '')}]`);
    expect(page.fault).toBe('NO_JSON');
    expect(cursors(page)).toEqual([['a', null]]);
  });
});

it('a page with more values than any page of reports is read up to the last complete report', async () => {
  const reports = '{"cursor":"a","document":"x"},{"cursor":"b","document":"y"}';
  const page = await pageOf(`[${reports}${',{}'.repeat(120_000)}]`);
  expect(page).toEqual({ reports: [{ cursor: 'a', document: 'x', fault: null }], fault: 'NO_JSON' });
});

it('an item with too many levels is malformed, and the next one is read', async () => {
  const levels = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const page = await pageOf(`[{"cursor":"a","document":${levels}},{"cursor":"b","document":"x"}]`);
  expect(page).toEqual({
    reports: [
      {
        cursor: 'a',
        document: 'an item with too many levels, at the cursor a',
        fault: { why: 'MALFORMED', detail: 'invalid_type at document' },
      },
      { cursor: 'b', document: 'x', fault: null },
    ],
    fault: null,
  });
});

it('bytes that are not UTF-8 are read as replacement characters', async () => {
  const body = Buffer.from(JSON.stringify([{ cursor: 'a', document: '<a>ø</a>' }]), 'latin1');
  expect(await pageOf(body)).toEqual({
    reports: [{ cursor: 'a', document: '<a>\ufffd</a>', fault: null }],
    fault: null,
  });
});

it('a truncated page is not JSON, but its first cursor is read', async () => {
  const page = await pageOf('[{"cursor":"a","document":"<Document>');
  expect(page).toMatchObject({ fault: 'NO_JSON', reports: [{ cursor: 'a', fault: { why: 'NO_JSON' } }] });
});

it.each(['{}', 'null', '"reports"', ''])('%j is refused', async (body) => {
  await expect(pageOf(body)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
});

it('the last report of an order may be as large as a page', async () => {
  const report = 'x'.repeat(2 * 1_024 * 1_024);
  const { carrier } = await carrierTo(JSON.stringify({ report }));
  expect(await carrier.fetchLastReport({ orderId: 'a', tppId: 'TPP' } as OrderRecord)).toBe(report);
});

it('a limit is sent only when it is below the default of the core', async () => {
  const { carrier, targets } = await carrierTo('[]');
  await carrier.fetchReports(null, 100);
  await carrier.fetchReports('c', 50);
  expect(targets).toEqual(['/reports?wait=0', '/reports?wait=0&after=c&limit=50']);
});
