/**
 * Every statement of the stores: each method is called on a session that sends nothing. A missing method does not
 * compile.
 */

import type pg from 'pg';
import { bankStores } from '../../../src/app/bank-stores.ts';
import type { OrderRecord, OrderStore, ReportStore } from '../../../src/bank/core/orders/ports.ts';
import type { BankQueueStore } from '../../../src/bank/ports.ts';
import type { RemoteStore } from '../../../src/bank/upstream/ports.ts';
import { Session } from '../../../src/db/session.ts';
import type { Statement } from '../../../src/db/statement.ts';
import { allStoreMakers, createStores } from '../../../src/db/unit-of-work.ts';
import { paymentMove } from '../../../src/domain/payments/status.ts';
import type {
  AuthenticationRequest,
  AuthenticationRequestStore,
} from '../../../src/identity-provider/ports.ts';
import type { Stores } from '../../../src/operations/ports/stores.ts';
import { authorisation, basket, ours, payment, start } from './rows.ts';
import { account, agreement, card, customer } from './sandbox-rows.ts';

type Method = (...given: never[]) => Promise<unknown>;
/** Arguments of each method, for one or several calls; nested stores likewise. */
type Calls<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...given: infer Given) => Promise<unknown>
    ? readonly Given[]
    : Calls<Store[Name]>;
};

interface StoresOfRooms {
  readonly bankQueue: BankQueueStore;
  readonly remote: RemoteStore;
  readonly orders: OrderStore;
  readonly reports: ReportStore;
  readonly authenticationRequests: AuthenticationRequestStore;
}

const ids = ['a', 'b'];
const key = { tppId: ours, requestId: 'r', fingerprint: 'f' };
const answer = { status: 201, headers: {}, body: new Uint8Array() };
const move = paymentMove('BATCH', { paymentId: 'a', from: 'RCVD', to: 'PDNG', at: start, reason: 'why' });
const ranges = [{ paymentId: 'a', offset: 0, limit: 1 }];
const page = { limit: 1 };
const days = { fromDate: '2030-01-01', toDate: '2030-01-02' };
const creationKey = { createdAt: start, id: 'a' };
const entryKey = { bookingDate: '2030-01-01', postingId: 'p', position: 0 };
const cardKey = { bookingDate: '2030-01-01', sequence: 1 };
const psu = { psuId: 'psu', identityNumber: null, sessionId: 's' };
const psuSession = {
  tppId: ours,
  ...psu,
  customerId: 'c',
  customerNumber: '1',
  customerType: 'PRIVATE',
  authenticatedAt: start,
} as const;
const queued = {
  paymentId: 'a',
  tppId: ours,
  dueAt: start,
  transferCount: 1,
  nominalDate: null,
  executionDate: null,
};
const event = {
  at: start,
  kind: 'BATCH_RUN',
  paymentId: 'a',
  authorisationId: null,
  psuId: null,
  status: null,
  text: '',
} as const;
const remote = {
  tppId: ours,
  kind: 'PAYMENT',
  id: 'a',
  reference: 'r',
  scaRedirect: null,
  returnState: null,
  psuIpAddress: null,
  reportedAt: null,
  bankAskedAt: null,
  nextPollAt: null,
  unchangedPolls: 0,
  unansweredAt: null,
  unknownSince: null,
} as const;
const logged = {
  tppId: ours,
  kind: 'OWN',
  id: '01a1fd01-98ed-727c-ba58-6612bb9d140a',
  at: start,
  status: 200,
  code: null,
  path: '/',
  xRequestId: null,
  record: Buffer.alloc(0),
} as const;
const posting = {
  postingId: 'p',
  tppId: ours,
  kind: 'PAYMENT',
  paymentId: 'a',
  transferNumber: 0,
  at: start,
  bookingDate: '2030-01-01',
  movements: [{ from: 'x', to: 'y', currency: 'NOK', amountMinor: 1n, details: {} }],
} as const;
const engagement = {
  engagementId: 'e',
  agreementId: 'g',
  customerId: 'c',
  accountId: 'x',
  roles: [],
  createdAt: start,
};
const order: OrderRecord = {
  orderId: 'o',
  tppId: ours,
  paymentId: 'a',
  kind: 'CREDIT_TRANSFER',
  cancelledOrderId: null,
  executionDate: '2030-01-01',
  nominalDate: null,
  debtorName: 'x',
  coreSystemData: null,
  state: 'WAITING',
  tries: 0,
  createdAt: start,
  sendAt: start,
};
const authenticationRequest: AuthenticationRequest = {
  authorisationId: 'a',
  tppId: ours,
  stateHash: 's',
  nonce: 'n',
  codeVerifier: 'v',
  leftAt: start,
  usedAt: null,
  idToken: null,
  grantedDetails: null,
};
const filter = {
  statuses: ['RCVD', 'ACSC'],
  products: ['NDCT'],
  createdFrom: start,
  createdTo: start,
  amountFrom: '1',
  amountTo: '2',
  currency: 'NOK',
  text: 'x',
} as const;
const place = { value: start, paymentId: 'a' };

/** Methods about one TPP. */
const ofTpp = {
  payments: {
    insert: [[payment('a')]],
    find: [[ours, 'a']],
    head: [['a']],
    releaseFingerprint: [[ours, 'f']],
    hasDuplicate: [[ours, 'f', start]],
    move: [[move]],
    lock: [['a']],
    lockMany: [[ours, ids]],
    amend: [['a', { debtorName: 'x' }]],
  },
  paymentLists: {
    instructionsWithoutEntries: [[ours, ids]],
    entryOutcomesOf: [[ids]],
    entryOutcomesIn: [[ranges]],
    executedCounts: [[ids]],
    dueExecutionsOf: [[ids]],
    creditorNames: [[ours, ids, 1]],
    transfers: [[ours, ranges, 1]],
    findMany: [[ours, ids]],
    page: [
      [ours, {}, page],
      [ours, filter, { ...page, after: place, before: place }],
      [ours, { text: logged.id }, page, { order: { by: 'AMOUNT', ascending: true }, withInstructions: true }],
    ],
    count: [
      [ours, {}, 1],
      [ours, filter, 1],
    ],
    countPerDay: [[ours, start, 1]],
    statusChangesOf: [[ids]],
  },
  authorisations: {
    insert: [[authorisation('a')]],
    find: [[ours, 'a']],
    findByToken: [[ours, 'link']],
    lock: [['a']],
    list: [[{ paymentId: 'a' }], [{ basketId: 'b' }]],
    listMany: [[ids, 1]],
    update: [
      ['a', { opened: true }],
      ['a', { opened: true }, psuSession],
    ],
    endOpen: [[{ paymentId: 'a' }, 'PAYMENT', 'WITHDRAWN', start]],
    supersede: [[{ basketId: 'b' }, 'PAYMENT', start, 1]],
    highestWrongCodeCountOf: [[ids]],
    renewLogin: [[authorisation('a'), start]],
    insertLogin: [[authorisation('b'), 1]],
    deleteOld: [],
  },
  authenticationRequests: {
    put: [[authenticationRequest]],
    find: [['a']],
    update: [['a', { usedAt: start }]],
    delete: [['a']],
  },
  orders: {
    add: [[order]],
    withdrawUnsentTransfers: [['a']],
    ofPayment: [['a']],
    find: [],
    claimDue: [],
    endClaim: [],
    update: [],
    updateWaiting: [],
    countUnreported: [],
    backlog: [],
  },
  reports: {
    lease: [],
    saveProgress: [],
    stalledSince: [],
    recordApplied: [],
    storeStray: [],
    deleteOld: [],
  },
  psuSessions: {
    find: [
      [ours, psu],
      [ours, { ...psu, psuId: null, identityNumber: '1' }],
    ],
    put: [[psuSession]],
    deleteOld: [],
  },
  wrongCodes: {
    lock: [[ours, ids, start]],
    read: [[ours, ids]],
    set: [[ours, 'a', { wrongCodes: 1, at: start, closedUntil: null }]],
    deleteOld: [],
  },
  customers: {
    byNumber: [[ours, '1']],
    byId: [['c']],
    agreementsOf: [
      [ours, 'c', null],
      [ours, 'c', '1'],
    ],
    hasCorporateAgreement: [[ours, '1']],
    accountsByReference: [
      [ours, { bban: '1', currency: 'NOK' }],
      [ours, { other: { identification: '1', schemeNameProprietary: 'creditCardAccount' }, currency: 'NOK' }],
    ],
    accountById: [
      [ours, { kind: 'ACCOUNT', id: 'x' }],
      [ours, { kind: 'CARD_ACCOUNT', id: 'k' }],
    ],
    hasEngagement: [['g', 'c', 'x']],
    findMatching: [[ours, { type: 'PRIVATE', number: '1' }, 1]],
    oldestPrivate: [[ours]],
  },
  baskets: {
    insert: [[basket('b'), ids]],
    find: [[ours, 'b']],
    page: [[ours, { ...page, after: 'a', before: 'b' }]],
    count: [[ours, 1]],
    paymentsOfMany: [[ids, true]],
    paymentsOf: [['b']],
    lockPayments: [['b']],
    newestBasketsOf: [[ids]],
    openBasketIdOf: [['a']],
    close: [['b', 'APPROVED']],
  },
  requests: {
    insert: [[key, { answer }, start]],
    addOutcome: [[key, 'f', {}]],
    find: [[ours, 'r', start]],
    saveAnswer: [[key, answer]],
    deleteIfOld: [[key, start]],
    deleteOld: [],
  },
  tpps: {
    register: [[ours, 'x']],
    rename: [[ours, 'x']],
    name: [[ours]],
    clockOffset: [[ours]],
    clockOffsetAfterMove: [[ours]],
  },
  sandbox: {
    seededPayments: { insert: [[[payment('s')], [{ ...move, paymentId: 's' }]]], remove: [[ours]] },
    faults: {
      set: [
        [ours, { fault: 'cut', timesLeft: 1, path: '', until: start }],
        [ours, null],
      ],
      find: [[ours, start]],
      take: [[ours, '/v1', start]],
      pending: [[start, 1]],
      deleteOld: [],
    },
    customers: {
      insert: [[[customer('c')]]],
      list: [
        [ours, { limit: 1, offset: 0 }],
        [ours, { limit: 1, after: creationKey, before: creationKey, fromEnd: true }],
      ],
      count: [[ours, 1]],
      find: [[ours, 'c']],
      findMany: [[ours, ids]],
      lockAgainstDeletion: [
        [ours, { customerNumber: '1' }],
        [ours, { numberOrId: '1' }],
      ],
      lock: [[ours, 'c']],
      remove: [['c']],
    },
    agreements: {
      insert: [[[agreement('g', 'c')]]],
      list: [
        [ours, { limit: 1, offset: 0 }],
        [ours, { limit: 1, after: creationKey, before: creationKey, fromEnd: true }],
      ],
      count: [[ours, 1]],
      countOf: [['c', 1]],
      countEngagements: [[ours, 1]],
      ownerOf: [[ours, 'g']],
      oldestAgreementIdOf: [['c']],
      insertEngagements: [[[engagement]]],
      findEngagement: [[ours, 'g', 'e']],
      removeEngagement: [[ours, 'g', 'e']],
    },
    accounts: {
      insert: [[[account('x')]]],
      list: [
        [ours, { limit: 1, offset: 0 }],
        [ours, { limit: 1, after: creationKey, before: creationKey, fromEnd: true }],
      ],
      count: [[ours, 1]],
      find: [[ours, 'x']],
      findMany: [[ours, ids]],
      findByKeys: [[ours, ['bban:1', 'iban:DE1']]],
      setBalanceType: [['x', 'EXPECTED']],
      remove: [[ids]],
      entry: [['p', 0]],
      entries: [
        [ids, days, page, 1],
        [ids, days, { ...page, after: entryKey }, 1],
      ],
      countEntries: [[ids, days, 1]],
    },
    cards: {
      insert: [[[card('k')]]],
      list: [
        [ours, { limit: 1, offset: 0 }],
        [ours, { limit: 1, after: creationKey, before: creationKey, fromEnd: true }],
      ],
      count: [[ours, 1]],
      countWithPan: [[ours, '1', 1]],
      find: [[ours, 'k']],
      findMany: [[ours, ids]],
      lockAgainstDeletion: [[ours, 'k']],
      lock: [[ours, ids]],
      setBalances: [['k', []]],
      remove: [[ours, 'k']],
      insertTransactions: [['k', [{ cardTransactionId: 't', bookingDate: '2030-01-01' } as never], start]],
      transaction: [[ours, 'k', 't']],
      transactions: [
        [ids, days, page, 1],
        [ids, days, { ...page, before: cardKey }, 1],
      ],
      countTransactions: [[ids, days, 1]],
    },
    lock: [[ours]],
    wipe: [[ours, ids]],
    countCertificate: [['', start, 1]],
  },
  ledger: {
    lock: [
      [ours, 'ALL'],
      [ours, { accountKeys: ids }],
      [ours, { resourceIds: ids }],
      [ours, { customerId: 'c' }],
    ],
    post: [[[posting]]],
    bookingsOf: [[ours, ranges, 1]],
  },
  clock: {
    find: [[ours]],
    lock: [
      [ours, { wait: true }],
      [ours, { wait: false }],
    ],
    set: [[ours, { offsetMs: 0, targetOffsetMs: null, executionsLeft: null }]],
    expiredAuthorisations: [[ours, start, 1]],
    upcoming: [[ours, 1]],
    record: [[ours, [event]]],
    lastEventNumber: [[ours]],
    events: [[ours, { afterNumber: 0, from: start, until: start, limit: 1 }]],
    dueTpps: [],
    backlog: [],
    deleteOld: [],
  },
  bankQueue: {
    enqueue: [[[queued]]],
    dequeue: [[ids]],
    lockDue: [[ours, start, { maxPayments: 1, maxTransfers: 1 }]],
    saveEntries: [[[{ paymentId: 'a', position: 0, status: 'ACSC', at: start, reason: '' }]]],
    move: [[[{ ...move, fundsAvailable: null }]]],
    saveExecutions: [
      [
        [
          {
            paymentId: 'a',
            nominalDate: '2030-01-01',
            date: '2030-01-01',
            at: start,
            outcome: 'EXECUTED',
            reason: '',
          },
        ],
      ],
    ],
    executionOutcome: [['a', '2030-01-01']],
  },
  requestLog: {
    insert: [[[logged]]],
    trim: [[ours, 'OWN', 1]],
    page: [
      [
        ours,
        { code: 'X', status: 200, path: '/', since: start, until: start, xRequestId: 'r', fromConsole: true },
        page,
      ],
    ],
    count: [[ours, {}, 1]],
    find: [[ours, logged.id]],
    deleteOld: [],
  },
  remote: {
    add: [[remote]],
    put: [[remote]],
    replaceLastRequestIfUnchanged: [[{ ...remote, bankAskedAt: start }, remote]],
    find: [[ours, 'PAYMENT', 'a']],
    findPayments: [[ours, ids]],
    claim: [[ours, ids, { now: start, before: start, until: start }]],
    pollEarlier: [[ours, ids, { nextPollAt: start, unchangedPolls: 0 }]],
    savePolls: [[[{ ...remote, unchangedPollsBefore: 0, reportedAt: start }]]],
    findByReturnState: [],
    claimDue: [],
    deleteOldAuthorisations: [],
    deleteOldIpAddresses: [],
  },
  notifications: {
    add: [['a', { uri: 'https://tpp.example/', content: ['PROCESS'] }, start]],
    put: [['a', { uri: 'https://tpp.example/', content: ['PROCESS'] }, start]],
    ofPayments: [[ids]],
    tpps: [],
    lease: [[start, start]],
    recordDelivery: [
      [{ paymentId: 'a', delivered: 0, nextAt: start }, { at: start, status: 200, failure: null }, start],
    ],
    recordFailure: [
      [{ paymentId: 'a', delivered: 0, nextAt: start }, { at: start, status: 500, failure: null }, null],
    ],
    recordCheck: [[{ paymentId: 'a', delivered: 0, nextAt: start }, start, start]],
    deleteOld: [],
  },
  tokens: {
    insert: [
      [
        {
          tokenHash: 't',
          caller: { tppId: ours, name: 'x', roles: null, certificate: null },
          expiresAt: start,
        },
        1,
      ],
    ],
    find: [],
    end: [],
    deleteOld: [],
  },
} satisfies Calls<Omit<Stores, 'get'> & StoresOfRooms>;

export interface Called {
  readonly method: string;
  readonly text: string;
}

/** Statements of a session that sends nothing; a method that depends on written rows is called for both cases. */
export async function everyStatement(): Promise<readonly Called[]> {
  const called: Called[] = [];
  for (const rowCount of [0, 1])
    for (const [name, calls] of Object.entries(ofTpp)) {
      let method = '';
      const note = (text: string) => called.push({ method, text });
      const session = new Session(
        ours,
        async ({ text }) => {
          note(text);
          return { rows: [], rowCount } as unknown as pg.QueryResult;
        },
        { insert: async (into: Statement<never, unknown>) => void note(into.text) },
      );
      const store = createStores(session, () => undefined, allStoreMakers(bankStores)).get<object>({ name });
      for (const one of callsOf(store, calls as never, name)) {
        method = one.method;
        // Only the statement matters, not the result without rows.
        await one.call().catch(() => undefined);
      }
    }
  return called;
}

function* callsOf(
  store: object,
  calls: Readonly<Record<string, readonly never[][] | object>>,
  name: string,
): Generator<{ readonly method: string; readonly call: () => Promise<unknown> }> {
  for (const [member, given] of Object.entries(calls)) {
    const method = `${name}.${member}`;
    const called = (store as Readonly<Record<string, object>>)[member] as object;
    if (!Array.isArray(given)) yield* callsOf(called, given as never, method);
    else for (const one of given) yield { method, call: () => (called as Method)(...(one as never[])) };
  }
}
