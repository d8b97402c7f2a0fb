/** Instant payments that their PSUs have approved, and how they stand. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { privateCustomer } from '../../sca/visitor.ts';
import { type Answer, psuHeaders, type Tpp } from '../../support/bank.ts';
import type { BankWithCore } from './bank-with-core.ts';

export const instantPath = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

export interface Approved {
  readonly self: string;
  readonly id: string;
}

export function paymentsOf(started: () => { readonly one: BankWithCore; readonly tpp: Tpp }) {
  async function complete(made: Answer): Promise<void> {
    const { one, tpp } = started();
    const [row] = await one.bank
      .sql`select authorisation_id from authorisations where payment_id = ${made.json.paymentId}`;
    const { json } = await tpp.graphqlRaw(
      `mutation Complete($input: CompleteAuthorisationInput!) {
        completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { code text } } }`,
      {
        input: {
          authorisationId: row?.authorisation_id,
          outcome: 'APPROVE',
          customerNumber: privateCustomer,
        },
      },
    );
    expect(json.data.completeAuthorisation.authorisation?.scaStatus, JSON.stringify(json)).toBe('finalised');
  }

  return {
    /** Nobody waits for its end. */
    async approved(change: object = {}): Promise<Approved> {
      const body = { ...instantDomestic.example, remittanceInformationUnstructured: randomUUID(), ...change };
      const headers = { ...psuHeaders, 'psu-id': randomUUID() };
      const made = await started().tpp.rest('POST', instantPath, { body, headers });
      expect(made.status, made.text).toBe(201);
      const id: string = made.json.paymentId;
      await complete(made);
      return { self: `${instantPath}/${id}`, id };
    },
    statusOf: async (self: string): Promise<string> =>
      (await started().tpp.rest('GET', `${self}/status`)).json.transactionStatus,
    orderOf: async (id: string) =>
      (await started().one.bank.sql`select * from bank_orders where payment_id = ${id}`)[0],
  };
}
