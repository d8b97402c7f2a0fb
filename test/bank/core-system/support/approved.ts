import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { bulkDomestic } from '../../../../src/domain/payments/products/bulk-domestic.ts';
import { instantDomestic } from '../../../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../../../src/domain/payments/products/periodic.ts';
import { sepa } from '../../../../src/domain/payments/products/sepa.ts';
import { privateCustomer } from '../../../sca/visitor.ts';
import { psuHeaders } from '../../../support/bank.ts';
import type { BankWithCore } from './bank-with-core.ts';

const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const standingPath = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

export interface Approved {
  readonly self: string;
  readonly id: string;
}

export function paymentsOf(one: BankWithCore) {
  async function approve(authorisationId: unknown): Promise<void> {
    const { json } = await one.tpp.graphqlRaw(
      `mutation Complete($input: CompleteAuthorisationInput!) {
        completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { code text } } }`,
      { input: { authorisationId, outcome: 'APPROVE', customerNumber: privateCustomer } },
    );
    expect(json.data.completeAuthorisation.authorisation?.scaStatus, JSON.stringify(json)).toBe('finalised');
  }

  async function create(path: string, body: object): Promise<Approved> {
    const headers = { ...psuHeaders, 'psu-id': randomUUID() };
    const made = await one.tpp.rest('POST', path, { body, headers });
    expect(made.status, made.text).toBe(201);
    const id: string = made.json.paymentId;
    const [row] = await one.bank.sql`select authorisation_id from authorisations where payment_id = ${id}`;
    await approve(row?.authorisation_id);
    return { self: `${path}/${id}`, id };
  }

  const ordersOf = (id: string) =>
    one.bank.sql`select * from bank_orders where payment_id = ${id} order by sequence`;

  return {
    /** An instant payment, without waiting for its end. */
    approved: (change: object = {}): Promise<Approved> =>
      create(instantPath, {
        ...instantDomestic.example,
        remittanceInformationUnstructured: randomUUID(),
        ...change,
      }),
    approvedSepa: (): Promise<Approved> => create('/v1/payments/sepa-credit-transfers', sepa.example),
    approvedBulk: (entries: number): Promise<Approved> => {
      const { payments, ...rest } = bulkDomestic.example as { readonly payments: readonly object[] };
      const each = (_: unknown, index: number) => ({
        ...payments[0],
        endToEndIdentification: `E${index}`,
        remittanceInformationUnstructured: randomUUID(),
      });
      return create(bulkPath, { ...rest, payments: Array.from({ length: entries }, each) });
    },
    /** A daily standing order that starts on `startDate`. */
    approvedStanding: (startDate: string): Promise<Approved> =>
      create(standingPath, { ...periodicDomestic.example, startDate, frequency: 'Daily' }),
    async cancelled(self: string): Promise<void> {
      expect((await one.tpp.rest('DELETE', self)).status).toBe(202);
      const { json } = await one.tpp.rest('POST', `${self}/cancellation-authorisations`, {
        headers: psuHeaders,
      });
      await approve(json.authorisationId);
    },
    statusOf: async (self: string): Promise<string> =>
      (await one.tpp.rest('GET', `${self}/status`)).json.transactionStatus,
    /** Moves the sandbox clock of the TPP to `offsetMs` after the real time. */
    setClock: (offsetMs: number) =>
      one.bank.sql`update tpps set clock_offset_ms = ${offsetMs} where tpp_id = 'PSDNO-FSA-TEST1'`,
    orderOf: async (id: string) => (await ordersOf(id))[0],
    ordersOf,
  };
}
