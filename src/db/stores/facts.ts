/**
 * What a write must know before it decides: read in one statement, each part by a key; or remembered of the PSU's last
 * creation, with the condition that PostgreSQL checks in the statement that writes. Start at `createFacts`.
 */

import { LRUCache } from 'lru-cache';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { Facts, Needs, PsuSessionRecord, Question } from '../../operations/ports/stores.ts';
import type { Session } from '../connections/client.ts';
import type { Condition } from '../statements/insertion.ts';
import { type AnswerRow, toSeen } from './requests.ts';

type SessionRow = Omit<PsuSessionRecord, 'tppId' | 'psuId' | 'authenticatedAt'>;

interface Row extends Record<string, unknown>, Omit<AnswerRow, 'fingerprint'>, SessionRow {
  readonly clockOffset: string | null;
  readonly fingerprint: string | null;
  readonly psuId: string | null;
  readonly authenticatedAt: Date;
  readonly version: string;
  readonly agreements: readonly { readonly key: string; readonly kid: KidAgreement }[] | null;
}

const always = `select t.clock_offset_ms as "clockOffset",
  r.fingerprint, r.outcomes, r.status, r.headers, r.body`;
const from = `from (select $1::text as tpp_id) c
  left join tpps t on t.tpp_id = c.tpp_id
  left join request_answers r on r.tpp_id = c.tpp_id and r.request_id = $2 and r.created_at >= $3`;
const sessionColumns = `s.psu_id as "psuId", s.session_id as "sessionId", s.identity_number as "identityNumber",
  s.customer_id as "customerId", s.customer_number as "customerNumber", s.customer_type as "customerType",
  s.authenticated_at as "authenticatedAt", s.xmin::text as version`;
const sessionBy = (column: string) => `left join lateral (select *, xmin from psu_sessions
    where tpp_id = c.tpp_id and session_id = $4 and ${column} = $5
    order by authenticated_at desc limit 1) s on true`;
const agreements = `(select json_agg(json_build_object('key', account_key, 'kid', kid_agreement)) from sandbox_accounts
    where tpp_id = c.tpp_id and account_key = any($6::text[]) and kid_agreement is not null) as agreements`;

const plain = `${always} ${from}`;
const ofCreation = (column: string) =>
  `${always}, ${sessionColumns}, ${agreements} ${from} ${sessionBy(column)}`;
const byPsuId = ofCreation('psu_id');
const byIdentity = ofCreation('identity_number');

/** What was last read of a PSU. */
interface Remembered {
  readonly clockOffset: number;
  readonly session: PsuSessionRecord;
  /** The transaction that wrote the session's row last: any change of the row changes it. */
  readonly version: string;
}

/** For how many PSUs they are remembered; each takes some hundred bytes. */
const rememberedAtMost = 10_000;

const remembered = [
  { name: 'tpp_id', type: 'text' },
  { name: 'clock_offset', type: 'bigint' },
  { name: 'session_id', type: 'text' },
  { name: 'psu', type: 'text' },
  { name: 'version', type: 'text' },
  { name: 'creditor_keys', type: 'text[]' },
  { name: 'request_id', type: 'text' },
];

/**
 * The condition that remembered facts still hold: the clock, the PSU's newest session, no KID agreement of a creditor; and
 * that the X-Request-ID is new. With its limit each account is found by its key, also by a plan that was made while there were
 * few.
 */
const stillSo = (
  column: string,
) => `(select clock_offset_ms from tpps t where t.tpp_id = asked.tpp_id) = asked.clock_offset
  and (select xmin::text from psu_sessions s
    where s.tpp_id = asked.tpp_id and s.session_id = asked.session_id and s.${column} = asked.psu
    order by s.authenticated_at desc limit 1) = asked.version
  and not exists (select from unnest(asked.creditor_keys) as creditor (key)
    cross join lateral (select kid_agreement from sandbox_accounts a
      where a.tpp_id = asked.tpp_id and a.account_key = creditor.key limit 1) as account
    where kid_agreement is not null)
  and not exists (select from request_answers r where r.tpp_id = asked.tpp_id and r.request_id = asked.request_id)`;
const stillSoByPsuId = { id: 1, columns: remembered, text: stillSo('psu_id') };
const stillSoByIdentity = { id: 2, columns: remembered, text: stillSo('identity_number') };

const nothing: Facts['kidAgreements'] = new Map();

export interface FactsInMind {
  readonly facts: Facts;
  /** Holds as long as they do, and as nobody has used the X-Request-ID. */
  readonly condition: Condition;
}

export type FactSource = ReturnType<typeof createFacts>;

export function createFacts() {
  const memory = new LRUCache<string, Remembered>({ max: rememberedAtMost });

  /** Of a payment without KID agreements, which are rare; payments with one always read them. */
  function remember(tppId: string, needs: Needs, facts: Facts, { clockOffset, version }: Row): void {
    const name = nameOf(tppId, needs);
    if (facts.session === null || clockOffset === null || facts.kidAgreements.size > 0) memory.delete(name);
    else memory.set(name, { clockOffset: facts.clockOffset, session: facts.session, version });
  }

  return {
    /** As they were last read; null when too little is known. Runs no statement. */
    remembered(tppId: string, { request, needs, anew }: Question): FactsInMind | null {
      const last = needs === null || anew ? undefined : memory.get(nameOf(tppId, needs));
      if (needs === null || last === undefined) return null;
      const { clockOffset, session, version } = last;
      const { psuId, identityNumber, sessionId } = needs.psu;
      const psu = psuId ?? identityNumber;
      const values = [
        tppId,
        clockOffset,
        sessionId,
        psu,
        version,
        needs.creditorKeys,
        request?.requestId ?? null,
      ];
      return {
        facts: { clockOffset, seen: null, session, kidAgreements: nothing },
        condition: { values, ...(psuId === null ? stillSoByIdentity : stillSoByPsuId) },
      };
    },

    /** One statement, whatever is asked. */
    async read(run: Session['run'], tppId: string, { request, needs }: Question): Promise<Facts> {
      const known = [tppId, request?.requestId ?? null, new Date(request?.forgetBefore ?? 0)];
      const [row] = needs
        ? await run<Row>(needs.psu.psuId === null ? byIdentity : byPsuId, [
            ...known,
            needs.psu.sessionId,
            needs.psu.psuId ?? needs.psu.identityNumber,
            needs.creditorKeys,
          ])
        : await run<Row>(plain, known);
      if (row === undefined) throw new Error('a question without conditions had no answer');
      const facts = toFacts(tppId, row, needs);
      if (needs !== null) remember(tppId, needs, facts, row);
      return facts;
    },
  };
}

const nameOf = (tppId: string, { psu }: Needs): string =>
  JSON.stringify([tppId, psu.psuId, psu.psuId === null ? psu.identityNumber : null, psu.sessionId]);

function toFacts(tppId: string, row: Row, needs: Needs | null): Facts {
  const { fingerprint } = row;
  return {
    clockOffset: Number(row.clockOffset ?? 0),
    seen: fingerprint === null ? null : toSeen({ ...row, fingerprint }),
    session: needs && row.psuId !== null ? sessionOf(tppId, row, row.psuId) : null,
    kidAgreements: new Map(row.agreements?.map(({ key, kid }) => [key, kid])),
  };
}

function sessionOf(tppId: string, row: Row, psuId: string) {
  const { sessionId, identityNumber, customerId, customerNumber, customerType } = row;
  const who = { tppId, psuId, sessionId, identityNumber, customerId, customerNumber, customerType };
  return { ...who, authenticatedAt: row.authenticatedAt.getTime() };
}
