/** A bank whose TPPs have sandboxes with payments of a seed. */
import { afterAll } from 'vitest';
import type { Bank, Tpp } from '../../support/bank.ts';
import { bankOfFile } from '../../support/bank-of-file.ts';
import { seedOf } from './seeds.ts';

interface SeededBank extends Pick<Bank, 'sql'> {
  /** A TPP whose sandbox has these payments. */
  withPayments(payments: readonly object[], more?: object): Tpp;
}

export async function seededBankOfFile(): Promise<SeededBank> {
  const bank = await bankOfFile({ seed: seedOf([]) });
  const replicas: Bank[] = [];
  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
  });
  return {
    sql: bank.sql,
    withPayments(payments, more) {
      const replica = bank.replica({ seed: seedOf(payments, more) });
      replicas.push(replica);
      return replica.tpp(`PSDNO-FSA-PAST${replicas.length}`);
    },
  };
}

const query = `{ payments(first: 100, orderBy: { field: CREATED_AT, direction: ASC }) { nodes {
  paymentId product transactionStatus createdAt debtorName fundsAvailable psuId
  statusHistory { from to at reason } bookings { at bookingDate amount { amount currency } }
  ... on BulkPayment { entries { index transactionStatus reason } } } } }`;

export async function paymentsOf(tpp: Tpp) {
  const { data, text } = await tpp.graphqlRaw(query);
  if (!data) throw new Error(text);
  return data.payments.nodes;
}

export async function balancesOf(tpp: Tpp) {
  const { json } = await tpp.rest('GET', '/v1/sandbox/accounts');
  return json.map(
    (account: never) =>
      (account as { balances: { balanceAmount: { amount: string } }[] }).balances[0]?.balanceAmount.amount,
  );
}

export const statusesOf = async (tpp: Tpp) =>
  (await paymentsOf(tpp)).map((one: { transactionStatus: string }) => one.transactionStatus);

export async function sandboxTime(tpp: Tpp) {
  const { data } = await tpp.graphqlRaw('{ viewer { clock } }');
  return data.viewer.clock.slice(0, 19);
}
