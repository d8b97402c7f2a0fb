/**
 * Creates a payment and prints its statuses until it is final:
 *
 *   BANK_TOKEN=$(npm run --silent tpp -- token) npx tsx examples/graphql/pay.ts
 *
 * The sandbox is at PUBLIC_URL, else at http://localhost:PORT (4000).
 */
import { pathToFileURL } from 'node:url';
import { type BankClient, createBankClient } from './client.ts';
import { graphql } from './generated/gql.ts';
import type { CreateInstantPaymentInput } from './generated/graphql.ts';
import { serviceUrl } from './service.ts';

export const createPayment = graphql(`
  mutation CreatePayment($input: CreateInstantPaymentInput!) {
    createInstantPayment(input: $input) {
      payment {
        paymentId
        transactionStatus
      }
      tppMessages {
        category
        code
        path
        text
      }
      links {
        scaRedirect {
          href
        }
      }
    }
  }
`);

export const followPayment = graphql(`
  subscription FollowPayment($paymentId: String!) {
    paymentStatusChanged(paymentId: $paymentId) {
      transactionStatus
      statusHistory {
        to
        reason
      }
    }
  }
`);

/** A client with a token cannot send headers, so the input names the PSU and the return address. */
export const lunch = (redirectUri = 'http://localhost:4000/sandbox/return'): CreateInstantPaymentInput => ({
  instructedAmount: { amount: '125.50', currency: 'NOK' },
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
  // Different each time, because the bank refuses an equal payment of the same PSU within a day.
  remittanceInformationUnstructured: `Lunch, ${new Date().toISOString()}`,
  psu: {
    psuId: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    redirectUri,
    ipAddress: '192.0.2.7',
    context: 'PRIVATE',
  },
});

const finalStatuses = new Set(['ACSC', 'RJCT', 'CANC', 'PART']);

/** Creates a payment and reports its statuses until it is final; returns them. */
export async function pay(
  bank: BankClient,
  say: (line: string) => void = console.log,
  input = lunch(),
): Promise<string[]> {
  const { createInstantPayment } = await bank.execute(createPayment, { input });
  const { payment, tppMessages, links } = createInstantPayment;
  for (const { category, code, path, text } of tppMessages) say(`${category} ${code} ${path ?? ''}: ${text}`);
  if (!payment) throw new Error('The bank has refused the payment.');
  const { paymentId, transactionStatus } = payment;
  const statuses: string[] = [transactionStatus];
  say(`${transactionStatus}  ${paymentId}`);
  const approve = () => say(`      approve at ${links?.scaRedirect?.href} as customer 13039319955`);
  for await (const { paymentStatusChanged } of bank.follow(
    followPayment,
    { paymentId },
    { connected: approve },
  )) {
    const status = paymentStatusChanged.transactionStatus;
    statuses.push(status);
    say(`${status}  ${paymentStatusChanged.statusHistory.at(-1)?.reason ?? ''}`);
    if (finalStatuses.has(status)) break;
  }
  return statuses;
}

async function main(): Promise<void> {
  const service = serviceUrl();
  const token = process.env.BANK_TOKEN?.trim();
  if (!token) throw new Error('Set BANK_TOKEN, which `npm run --silent tpp -- token` prints.');
  const bank = createBankClient({ url: `${service}/graphql`, token });
  await pay(bank, console.log, lunch(`${service}/sandbox/return`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
