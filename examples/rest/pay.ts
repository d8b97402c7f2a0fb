/**
 * A first payment, against a running sandbox (`npm start`):
 *
 *   npx tsx examples/rest/pay.ts [folder of demo.pem and demo.key]
 *
 * The sandbox is at PUBLIC_URL, else at http://localhost:PORT (4000); the folder is DATA_DIR/tpp (.data/tpp) when absent.
 */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { createBankClient, granted, RefusedError, readIdentity } from './client.ts';
import { serviceUrl } from './service.ts';
import type { BankClient, Refusal, Schema } from './types.ts';

const product = 'instant-norwegian-domestic-credit-transfers-straks';

/** With PSU-Context the PSU logs in and approves in one step. */
const psu = () => ({
  'PSU-ID': randomUUID(),
  'PSU-IP-Address': '192.0.2.7',
  'PSU-Context': 'PRIVATE' as const,
  'TPP-Session-ID': randomUUID(),
  'TPP-Redirect-URI': 'http://localhost:4000/sandbox/return',
});

/** Different each time, because the bank refuses an equal payment of the same PSU within a day. */
const lunch = (): Schema['INDCTSBody'] => ({
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
  remittanceInformationUnstructured: `Lunch, ${new Date().toISOString()}`,
});

/** Creates a payment, reads it, gets a refusal, and cancels the payment. */
export async function payAndCancel(bank: BankClient, say: (line: string) => void = console.log) {
  const { paymentId, _links } = await granted(
    bank.POST(`/v1/payments/${product}`, { params: { header: psu() }, body: lunch() }),
  );
  const approve = _links.scaRedirect?.href;
  say(`created    ${paymentId}`);
  say(`approve    ${approve} (in a browser, as customer 13039319955)`);

  const params = { path: { 'payment-product': product, paymentId } } as const;
  const status = async () =>
    (await granted(bank.GET('/v1/payments/{payment-product}/{paymentId}/status', { params })))
      .transactionStatus;
  const created = await status();
  say(`status     ${created}`);

  const refusal = await provokeRefusal(bank);
  say(`refused    ${refusal.status} ${refusal.code}`);
  for (const { code, path, text } of refusal.tppMessages) say(`           ${path}: ${text} (${code})`);

  await granted(bank.DELETE('/v1/payments/{payment-product}/{paymentId}', { params }));
  const cancelled = await status();
  say(`cancelled  ${cancelled}`);
  return { paymentId, approve, created, refusal, cancelled };
}

/** Types check that a field exists, the bank checks its value. It names all faults at once. */
async function provokeRefusal(bank: BankClient): Promise<Refusal> {
  const body = {
    ...lunch(),
    instructedAmount: { amount: '12.5', currency: 'NOK' as const },
    creditorName: '',
  };
  const { data, error } = await bank.POST(`/v1/payments/${product}`, { params: { header: psu() }, body });
  if (error) return error;
  throw new Error(`The bank took ${data.paymentId}, though its amount has one decimal and nobody gets it.`);
}

async function main(): Promise<void> {
  const baseUrl = serviceUrl();
  const folder = process.argv[2] ?? `${process.env.DATA_DIR || '.data'}/tpp`;
  await payAndCancel(createBankClient({ baseUrl, identity: readIdentity(folder) }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main().catch((error: unknown) => {
    const hint = error instanceof RefusedError ? '' : ' (is the sandbox running? npm start)';
    console.error(`${error instanceof Error ? error.message : error}${hint}`);
    process.exitCode = 1;
  });
