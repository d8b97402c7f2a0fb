import { randomUUID } from 'node:crypto';
import { createUpstreamIds } from '../../src/bank/upstream/ids.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import {
  type Answer,
  type Bank,
  type Facade,
  facadeId,
  facadeOf,
  psuHeaders,
  type Tpp,
  upstreamSecret,
} from './bank.ts';
import { mutate, mutationOf } from './graphql.ts';
import { Traveller } from './traveller.ts';

export const domesticPath = '/v1/payments/norwegian-domestic-credit-transfers';
export const basketsPath = '/v1/signing-baskets';

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

/** Headers of a PSU of the TPP who has logged in. */
export async function loggedInPsu(bank: Bank, tpp: Tpp): Promise<Record<string, string>> {
  const { 'psu-context': _, ...headers } = psuHeaders;
  const psuId = randomUUID();
  await logIn(bank, tpp, psuId);
  return { ...headers, 'psu-id': psuId };
}

/** In the session that `psuHeaders` names. */
export async function logIn(bank: Bank, tpp: Tpp, psuId: string): Promise<void> {
  const psu = { psuId, sessionId: psuHeaders['tpp-session-id'] ?? '' };
  const behind = facadeOf(tpp)?.behind;
  if (behind === undefined) return enterSession(bank, tpp, psu);
  const { json } = await tpp.graphqlRaw('{ viewer { tppId } }');
  const upstreamPsu = createUpstreamIds(() => upstreamSecret).derivePsu(
    json.data.viewer.tppId,
    psu.psuId,
    psu.sessionId,
  );
  await enterSession(behind, behind.tpp(facadeId), upstreamPsu);
}

async function enterSession(
  bank: Bank,
  tpp: Tpp,
  { psuId, sessionId }: { readonly psuId: string | null; readonly sessionId: string | null },
): Promise<void> {
  // The first call of a TPP creates its sandbox.
  const { json } = await tpp.graphqlRaw('{ viewer { tppId } }');
  await bank.sql`
    insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
    select tpp_id, ${psuId}, ${sessionId}, customer_id, customer_number, customer_type, now()
    from sandbox_customers where customer_number = '13039319955' and tpp_id = ${json.data.viewer.tppId}`;
}

/** A basket of these payments, by its id. */
export async function newBasket(tpp: Tpp, paymentIds: readonly string[]): Promise<string> {
  const { status, json, text } = await tpp.rest('POST', basketsPath, {
    body: { paymentIds },
    headers: psuHeaders,
  });
  if (status !== 201) throw new Error(text);
  return json.basketId;
}

/** Starts an authorisation of the payment or basket at the path; returns its id. */
export async function startAuthorisation(tpp: Tpp, collection: string): Promise<string> {
  const { status, json, text } = await tpp.rest('POST', collection);
  if (status !== 201) throw new Error(text);
  return json.authorisationId;
}

/** Starts the authorisation at the path and completes it in the bank app. */
export async function authorise(
  tpp: Tpp,
  collection: string,
  outcome: 'APPROVE' | 'REJECT' | 'EXPIRE' = 'APPROVE',
  customerNumber?: string,
): ReturnType<Tpp['graphqlRaw']> {
  return complete(tpp, await startAuthorisation(tpp, collection), outcome, customerNumber);
}

export async function complete(
  tpp: Tpp,
  authorisationId: string,
  outcome: 'APPROVE' | 'REJECT' | 'EXPIRE',
  customerNumber?: string,
): ReturnType<Tpp['graphqlRaw']> {
  const facade = facadeOf(tpp);
  if (facade !== undefined && outcome !== 'EXPIRE')
    return completeBehind(facade, authorisationId, outcome, customerNumber);
  return tpp.graphqlRaw(
    mutationOf('completeAuthorisation', 'authorisation { scaStatus } tppMessages { code path text }'),
    { input: { authorisationId, outcome, ...(customerNumber === undefined ? {} : { customerNumber }) } },
  );
}

/** Behind a facade there is no bank app: the PSU follows the link, and decides on the pages of that bank. */
async function completeBehind(
  facade: Facade,
  authorisationId: string,
  outcome: 'APPROVE' | 'REJECT',
  customerNumber?: string,
): Promise<Answer & { data: undefined }> {
  const [found] = await facade.sql`
    select link_token as token from authorisations where authorisation_id = ${authorisationId}`;
  const psu = new Traveller({ facade, bank: facade.behind }, `http://localhost:4000/sca/${found?.token}`);
  const { status, headers, text } = await psu.travel(
    outcome === 'APPROVE' ? 'approve' : 'reject',
    customerNumber,
  );
  return { status, headers, text, json: undefined, data: undefined };
}

/** Moves the clock of the TPP's sandbox. */
export async function moveClock(tpp: Tpp, input: { by: string } | { to: string }): Promise<void> {
  const payload = await mutate(tpp, 'advanceSandboxClock', input, 'reached tppMessages { text }');
  if (!payload.reached) throw new Error(JSON.stringify(payload));
}

export async function statusOf(tpp: Tpp, paymentId: string): Promise<string> {
  return (await tpp.rest('GET', `${domesticPath}/${paymentId}/status`)).json.transactionStatus;
}
