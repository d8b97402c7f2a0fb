/** Short ways to common situations of the tests, through the REST door. */
import { randomUUID } from 'node:crypto';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders, type Tpp } from './bank.ts';

export const domesticPath = '/v1/payments/norwegian-domestic-credit-transfers';

/** Creates an ordinary domestic payment of its own; answers its id. */
export async function newPayment(
  tpp: Tpp,
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID(), ...changes };
  const made = await tpp.rest('POST', domesticPath, { body, headers: { ...psuHeaders, ...headers } });
  if (made.status !== 201) throw new Error(made.text);
  return made.json.paymentId;
}

/** Starts the authorisation at the path and lets the bank app answer it. */
export async function authorise(
  tpp: Tpp,
  collection: string,
  outcome: 'APPROVE' | 'REJECT' | 'EXPIRE' = 'APPROVE',
  customerNumber?: string,
): ReturnType<Tpp['graphqlRaw']> {
  const started = await tpp.rest('POST', collection);
  if (started.status !== 201) throw new Error(started.text);
  return complete(tpp, started.json.authorisationId, outcome, customerNumber);
}

export async function complete(
  tpp: Tpp,
  authorisationId: string,
  outcome: 'APPROVE' | 'REJECT' | 'EXPIRE',
  customerNumber?: string,
): ReturnType<Tpp['graphqlRaw']> {
  return tpp.graphqlRaw(
    `mutation Complete($input: CompleteAuthorisationInput!) {
      completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { code path text } }
    }`,
    { input: { authorisationId, outcome, ...(customerNumber === undefined ? {} : { customerNumber }) } },
  );
}

export async function statusOf(tpp: Tpp, paymentId: string): Promise<string> {
  return (await tpp.rest('GET', `${domesticPath}/${paymentId}/status`)).json.transactionStatus;
}
