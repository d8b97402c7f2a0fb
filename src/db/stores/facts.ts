/** What a write must know before it decides, read in one statement, each part by a key. */
import { and, desc, eq, getTableColumns, gte, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { KidAgreement } from '../../domain/values/kid.ts';
import type { Facts, PsuSessionRecord, Question, QuestionBefore } from '../../operations/ports/stores.ts';
import { among } from '../statements/among.ts';
import { given, kept, keyedBy, type PlaceholdersOf, type RowIn } from '../statements/kept.ts';
import type { Session } from '../statements/session.ts';
import { psuSessions } from '../tables/authorisations.ts';
import { requestAnswers, tpps } from '../tables/payments.ts';
import { remoteResources } from '../tables/remote.ts';
import { accounts } from '../tables/sandbox.ts';
import { answerColumns, toSeen } from './requests.ts';

/** Facts as they were read. */
export interface FactsRead {
  readonly facts: Facts;
  /** Of the session's row, the transaction that wrote it last: any change of the row changes it. */
  readonly version: string | null;
}

const asked = {
  tppId: tpps.tppId,
  requestId: given<string | null>(),
  forgetBefore: requestAnswers.createdAt,
};
/** A row there is in any case: what is asked about a TPP that is not known is answered too. */
const asker = ($: PlaceholdersOf<typeof asked>) => sql`(select ${$.tppId}::text as tpp_id) as asker`;
const tppId = sql`asker.tpp_id`;
const ofTpp = eq(tpps.tppId, tppId);
const ofRequest = ($: PlaceholdersOf<typeof asked>) =>
  and(
    eq(requestAnswers.tppId, tppId),
    eq(requestAnswers.requestId, $.requestId),
    gte(requestAnswers.createdAt, $.forgetBefore),
  );
const always = { clockOffset: tpps.clockOffsetMs, ...answerColumns };

const plain = kept(asked, (db, $) =>
  db.select(always).from(asker($)).leftJoin(tpps, ofTpp).leftJoin(requestAnswers, ofRequest($)),
);

/** A request and its PSU as one key. An X-Request-ID holds no space. */
const requestKey = (requestId: string, psuId: string | null): string => `${requestId} ${psuId ?? ''}`;

/**
 * The same of several requests of a TPP, and by which id a remote bank knows their PSUs. The limits have each row found by its
 * key: joins without them may read all rows of the TPP, by a plan that was made while there were few.
 */
const ofRequests = keyedBy(
  kept({ keys: given<readonly string[]>(), tppId: tpps.tppId }, (db, $) => {
    const asked = sql`(
      select key, split_part(key, ' ', 1) as request_id, substr(key, strpos(key, ' ') + 1) as psu_id
      from unnest(${$.keys}::text[]) as given (key)) as asked`;
    const answer = db
      .select({ usedAt: requestAnswers.createdAt, ...answerColumns })
      .from(requestAnswers)
      .where(and(eq(requestAnswers.tppId, $.tppId), eq(requestAnswers.requestId, sql`asked.request_id`)))
      .limit(1)
      .as('answer');
    const psu = db
      .select({ reference: remoteResources.reference })
      .from(remoteResources)
      .where(
        and(
          eq(remoteResources.tppId, $.tppId),
          eq(remoteResources.kind, 'PSU'),
          eq(remoteResources.id, sql`asked.psu_id`),
        ),
      )
      .limit(1)
      .as('psu');
    return db
      .select({
        key: sql<string>`asked.key`,
        clockOffset: tpps.clockOffsetMs,
        usedAt: answer.usedAt,
        fingerprint: answer.fingerprint,
        outcomes: answer.outcomes,
        status: answer.status,
        headers: answer.headers,
        body: answer.body,
        remotePsuId: psu.reference,
      })
      .from(asked)
      .leftJoin(tpps, eq(tpps.tppId, $.tppId))
      .leftJoinLateral(answer, sql`true`)
      .leftJoinLateral(psu, sql`true`);
  }),
  ({ key }) => key,
);

const { tppId: _, recordedAt: __, ...sessionColumns } = getTableColumns(psuSessions);

/** For a creation, also the PSU's newest session and the KID agreements of the creditors. */
const ofCreation = (who: PgColumn) => {
  const parameters = {
    ...asked,
    who,
    sessionId: given<string | null>(),
    creditorKeys: given<readonly string[]>(),
  };
  return kept(parameters, (db, $) => {
    const session = db
      .select({ ...sessionColumns, version: sql<string>`xmin::text`.as('version') })
      .from(psuSessions)
      .where(and(eq(psuSessions.tppId, tppId), eq(psuSessions.sessionId, $.sessionId), eq(who, $.who)))
      .orderBy(desc(psuSessions.authenticatedAt))
      .limit(1)
      .as('session');
    const agreements = db
      .select({ all: sql`json_agg(json_build_array(${accounts.accountKey}, ${accounts.kidAgreement}))` })
      .from(accounts)
      .where(
        and(
          eq(accounts.tppId, tppId),
          among(accounts.accountKey, $.creditorKeys),
          isNotNull(accounts.kidAgreement),
        ),
      );
    return db
      .select({
        ...always,
        psuId: session.psuId,
        sessionId: session.sessionId,
        identityNumber: session.identityNumber,
        customerId: session.customerId,
        customerNumber: session.customerNumber,
        customerType: session.customerType,
        authenticatedAt: session.authenticatedAt,
        version: session.version,
        agreements: sql<readonly (readonly [key: string, kid: KidAgreement])[] | null>`${agreements}`,
      })
      .from(asker($))
      .leftJoin(tpps, ofTpp)
      .leftJoin(requestAnswers, ofRequest($))
      .leftJoinLateral(session, sql`true`);
  });
};
const byPsuId = ofCreation(psuSessions.psuId);
const byIdentity = ofCreation(psuSessions.identityNumber);

export async function readFacts(
  session: Session,
  tppId: string,
  { request, needs }: Question,
): Promise<FactsRead> {
  const about = { tppId, requestId: request?.requestId ?? null, forgetBefore: request?.forgetBefore ?? 0 };
  if (needs === null) {
    const row = there(await session.first(plain, about));
    return { facts: { ...(await factsIn(row)), session: null, kidAgreements: new Map() }, version: null };
  }
  const { creditorKeys, psu } = needs;
  const statement = psu.psuId === null ? byIdentity : byPsuId;
  const wanted = { ...about, who: psu.psuId ?? psu.identityNumber, sessionId: psu.sessionId, creditorKeys };
  const row = there(await session.first(statement, wanted));
  const kidAgreements = new Map(row.agreements);
  const facts = { ...(await factsIn(row)), session: sessionIn(tppId, row), kidAgreements };
  // A TPP that is not known has no clock that could be told from another's.
  return { facts, version: row.clockOffset === null || facts.session === null ? null : row.version };
}

/**
 * Facts for a write that asks a remote bank. Where that knows PSUs and creditors itself, they are read together with those of
 * other requests of the TPP at the same moment.
 */
export async function readFactsToAsk(
  session: Session,
  tppId: string,
  question: QuestionBefore,
): Promise<Facts> {
  const { request, needs, psusAtBank } = question;
  if (!psusAtBank) return (await readFacts(session, tppId, question)).facts;
  if (request === null) return (await readFacts(session, tppId, { ...question, needs: null })).facts;
  const key = requestKey(request.requestId, needs?.psu.psuId ?? null);
  const [found] = await session.byKeys(ofRequests, { keys: [key], tppId });
  const row = there(found ?? null);
  const { clockOffset, seen } = await factsIn(row);
  const isOld = (row.usedAt ?? 0) < request.forgetBefore;
  const known = { clockOffset, seen: isOld ? null : seen, session: null, kidAgreements: new Map() };
  return needs === null ? known : { ...known, remotePsuId: row.remotePsuId };
}

type PlainRow = RowIn<typeof plain>;
type CreationRow = RowIn<typeof byPsuId>;

function there<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a question without conditions had no answer');
  return row;
}

async function factsIn({ clockOffset, fingerprint, outcomes, ...row }: PlainRow) {
  const seen =
    fingerprint === null || outcomes === null ? null : await toSeen({ fingerprint, outcomes, ...row });
  return { clockOffset: clockOffset ?? 0, seen };
}

/** The join finds all of a session or nothing. */
function sessionIn(tppId: string, row: CreationRow): PsuSessionRecord | null {
  const { psuId, sessionId, identityNumber, authenticatedAt } = row;
  const { customerId, customerNumber, customerType } = row;
  if (psuId === null || sessionId === null || authenticatedAt === null) return null;
  if (customerId === null || customerNumber === null || customerType === null) return null;
  const customer = { customerId, customerNumber, customerType };
  return { tppId, psuId, sessionId, identityNumber, ...customer, authenticatedAt };
}
