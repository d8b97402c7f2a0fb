/** Short ways to common situations of the tests, through the REST door. */
import { randomUUID } from 'node:crypto';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { type Bank, psuHeaders, type Tpp } from './bank.ts';

export const domesticPath = '/v1/payments/norwegian-domestic-credit-transfers';

/** Creates an ordinary domestic payment of its own; answers its id. */
export async function newPayment(
  tpp: Tpp,
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string | null>> = {},
): Promise<string> {
  const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID(), ...changes };
  const made = await tpp.rest('POST', domesticPath, { body, headers: { ...psuHeaders, ...headers } });
  if (made.status !== 201) throw new Error(made.text);
  return made.json.paymentId;
}

/** Headers of a PSU of the TPP who has logged in: creations of such a PSU are written together, by facts that are remembered. */
export async function loggedInPsu(bank: Bank, tpp: Tpp): Promise<Record<string, string>> {
  // Its sandbox is there with its first call.
  const { json } = await tpp.graphqlRaw('{ viewer { tppId } }');
  const psuId = randomUUID();
  const { 'psu-context': _, 'tpp-session-id': sessionId = '', ...headers } = psuHeaders;
  await bank.sql`
    insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
    select tpp_id, ${psuId}, ${sessionId}, customer_id, customer_number, customer_type, now()
    from sandbox_customers where customer_number = '13039319955' and tpp_id = ${json.data.viewer.tppId}`;
  return { ...headers, 'psu-id': psuId, 'tpp-session-id': sessionId };
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
