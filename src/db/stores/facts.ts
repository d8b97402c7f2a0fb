/** What a write must know before it decides, in one statement: each part is found by a key, and costs nothing when absent. */

import type { KidAgreement } from '../../domain/values/kid.ts';
import type { FactStore, Facts, Needs } from '../../operations/ports.ts';
import type { Session } from '../client.ts';

interface Row extends Record<string, unknown> {
  readonly clockOffset: string | null;
  readonly fingerprint: string | null;
  readonly outcomes: Record<string, unknown>;
  readonly status: number | null;
  readonly headers: Record<string, string> | null;
  readonly body: Uint8Array | null;
  readonly psuId: string | null;
  readonly sessionId: string;
  readonly identityNumber: string | null;
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly authenticatedAt: Date;
  readonly agreements: readonly { readonly key: string; readonly kid: KidAgreement }[] | null;
}

const always = `select t.clock_offset_ms as "clockOffset",
  r.fingerprint, r.outcomes, r.status, r.headers, r.body`;
const from = `from (select $1::text as tpp_id) c
  left join tpps t on t.tpp_id = c.tpp_id
  left join request_answers r on r.tpp_id = c.tpp_id and r.request_id = $2 and r.created_at >= $3`;
const sessionColumns = `s.psu_id as "psuId", s.session_id as "sessionId", s.identity_number as "identityNumber",
  s.customer_id as "customerId", s.customer_number as "customerNumber", s.customer_type as "customerType",
  s.authenticated_at as "authenticatedAt"`;
const sessionBy = (column: string) => `left join lateral (select * from psu_sessions
    where tpp_id = c.tpp_id and session_id = $4 and ${column} = $5
    order by authenticated_at desc limit 1) s on true`;
const agreements = `(select json_agg(json_build_object('key', account_key, 'kid', kid_agreement)) from sandbox_accounts
    where tpp_id = c.tpp_id and account_key = any($6::text[]) and kid_agreement is not null) as agreements`;

const plain = `${always} ${from}`;
const ofCreation = (column: string) =>
  `${always}, ${sessionColumns}, ${agreements} ${from} ${sessionBy(column)}`;
const byPsuId = ofCreation('psu_id');
const byIdentity = ofCreation('identity_number');

export function createFactStore(session: Session): FactStore {
  return {
    async read(tppId, request, needs) {
      const known = [tppId, request?.requestId ?? null, new Date(request?.forgetBefore ?? 0)];
      const [row] = needs
        ? await session.run<Row>(needs.psu.psuId === null ? byIdentity : byPsuId, [
            ...known,
            needs.psu.sessionId,
            needs.psu.psuId ?? needs.psu.identityNumber,
            needs.creditorKeys,
          ])
        : await session.run<Row>(plain, known);
      if (row === undefined) throw new Error('a question without conditions had no answer');
      return toFacts(tppId, row, needs);
    },
  };
}

function toFacts(tppId: string, row: Row, needs: Needs | null): Facts {
  const { fingerprint, outcomes, status, headers, body } = row;
  const answer = status !== null && headers !== null && body !== null ? { status, headers, body } : null;
  return {
    clockOffset: Number(row.clockOffset ?? 0),
    seen: fingerprint === null ? null : { fingerprint, outcomes, answer },
    session: needs && row.psuId !== null ? sessionOf(tppId, row, row.psuId) : null,
    kidAgreements: new Map(row.agreements?.map(({ key, kid }) => [key, kid])),
  };
}

function sessionOf(tppId: string, row: Row, psuId: string) {
  const { sessionId, identityNumber, customerId, customerNumber, customerType } = row;
  const who = { tppId, psuId, sessionId, identityNumber, customerId, customerNumber, customerType };
  return { ...who, authenticatedAt: row.authenticatedAt.getTime() };
}
