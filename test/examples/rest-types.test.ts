/** Types of examples/rest: the compiler checks the marked lines. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankClient, Schema } from '../../examples/rest/types.ts';
import { sandboxDocument } from '../../scripts/documents/openapi.ts';
import { blocks, root, textOf } from '../documents/markdown.ts';
import { type Bank, startBank } from '../support/bank.ts';

const pay = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

it('REST types are generated from the served document, without its code samples', async () => {
  const text = await (await bank.fetch('/openapi.json')).text();
  const served = JSON.parse(text, (name, value) => (name === 'x-codeSamples' ? undefined : value));
  // A boolean, because a diff of the two would be too long to print.
  expect(JSON.stringify(served) === JSON.stringify(sandboxDocument())).toBe(true);
});

it('the files compile alone, with the settings of their README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-rest-'));
  cpSync(`${root}examples/rest`, folder, { recursive: true });
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'));
  const readme = textOf('examples/rest/README.md');
  const [, type = 'commonjs'] = /npm pkg set type=(\w+)/.exec(readme) ?? [];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  const [settings = ''] = blocks('examples/rest/README.md', 'json');
  writeFileSync(join(folder, 'tsconfig.json'), settings);
  const compiler = `${root}node_modules/typescript-native/bin/tsc`;
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--outDir', 'out'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  expect([status, stdout]).toEqual([0, '']);
});

// Only compiled, never run (`npm run check`).
void [wrongCalls, rightCalls];

const psu = {
  'PSU-ID': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'PSU-IP-Address': '192.0.2.7',
  'TPP-Session-ID': 'session-1',
  'TPP-Redirect-URI': 'https://tpp.example/return',
};
const { 'PSU-ID': _, ...nobody } = psu;
const params = { header: psu };
const body: Schema['INDCTSBody'] = {
  instructedAmount: { amount: '10.00', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
};
const { creditorName, ...nameless } = body;

function wrongCalls(bank: BankClient) {
  // @ts-expect-error no such path
  bank.GET('/v1/payment');
  // @ts-expect-error no such method there
  bank.GET(pay);
  // @ts-expect-error a body is needed
  bank.POST(pay, { params });
  // @ts-expect-error a field is missing
  bank.POST(pay, { params, body: nameless });
  // @ts-expect-error a field that nobody knows
  bank.POST(pay, { params, body: { ...body, creditorNames: creditorName } });
  // @ts-expect-error an amount is a string
  bank.POST(pay, { params, body: { ...body, instructedAmount: { amount: 10, currency: 'NOK' } } });
  // @ts-expect-error no such currency
  bank.POST(pay, { params, body: { ...body, instructedAmount: { amount: '10.00', currency: 'NKR' } } });
  // @ts-expect-error the headers of a payment are missing
  bank.POST(pay, { body });
  // @ts-expect-error a payment is for a PSU
  bank.POST(pay, { params: { header: nobody }, body });
  // @ts-expect-error the client signs, not the caller
  bank.POST(pay, { params: { header: { ...psu, Digest: 'SHA-256=' } }, body });
  // @ts-expect-error no such query parameter
  bank.POST(pay, { params: { ...params, query: { allowDuplicate: true } }, body });
  const elsewhere = { path: { 'payment-product': 'gold', paymentId: '1' } } as const;
  // @ts-expect-error no such product
  bank.DELETE('/v1/payments/{payment-product}/{paymentId}', { params: elsewhere });
  // @ts-expect-error an answer must be looked at before its data is
  bank.GET('/v1/sandbox/customers').then(({ data }) => data.length);
}

function rightCalls(bank: BankClient) {
  bank.GET('/v1/sandbox/customers');
  bank.POST('/v1/sandbox/initialize', { params: { header: { 'X-Request-ID': '1' } } });
  bank.POST(pay, { params: { header: { ...nobody, 'X-PSU-IDENTITY': '13039319955' } }, body });
  bank.POST(pay, { params, body }).then(({ error }) => {
    // @ts-expect-error only a challenge is sure to have its link
    if (error?.status === 401) error._links.scaRedirect;
    if (error?.code === 'SCA_EXPIRED') error._links.scaRedirect.href satisfies string;
    // @ts-expect-error no code of this operation
    if (error?.code === 'CONSENT_EXPIRED') return;
  });
}
