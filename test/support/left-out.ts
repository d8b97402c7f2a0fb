/**
 * `npm test -- --facade` repeats some tests with a facade in front of a sandbox as the bank, and `npm test -- --citus`
 * some on Citus. This lists what they leave out, and why: a whole file, or tests by their full name.
 */

const completes = 'completeAuthorisation: the PSU decides at the bank behind';
const sessions = 'sessions of PSUs are those of the bank behind';
const time = 'the clock of the sandbox: the bank behind has one of its own';
const money = 'runs and bookings are those of the bank behind';
const statements = 'counts the statements of a bank: a facade also reads what its bank has';
const memory = 'measures one process, which has two banks here';
const agreements = 'the bank behind knows its own agreements, which have other ids';

/** Every bank of a test is a facade in front of another one. */
export const withBankBehind = process.env.BEHIND === 'bank';

export const onCitus = process.env.ENGINE === 'citus';

export const engine = onCitus ? 'citus' : 'postgres';

/** Files of such a run; null: this run has all of them. */
export const played: readonly string[] | null = withBankBehind
  ? ['baskets', 'graphql', 'parity', 'payments', 'rest'].map((folder) => `test/${folder}/**/*.test.ts`)
  : onCitus
    ? [
        ...['baskets', 'notifications', 'observability/request-log', 'payments', 'sandbox'].map(
          (name) => `test/${name}/*.test.ts`,
        ),
        'test/bank/*.test.ts',
        'test/db/on-citus.test.ts',
        'test/graphql/{lists,replay,subscription}.test.ts',
        'test/housekeeping/{clock,expiry,forgetting}.test.ts',
        'test/sca/*.test.ts',
      ]
    : null;

type LeftOut = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const pages = 'the pages look the same';

const counted = 'several inserts are several statements';
const held = 'holds a request up by a trigger, which Citus has not';

const onCitusLeftOut: LeftOut = {
  'test/graphql/lists.test.ts': 'reads plans of one PostgreSQL',
  'test/graphql/replay.test.ts': {
    'a mutation after another that another request holds up is not over: Retry-After, and the same again acts':
      held,
    'a mutation alone that another request holds up is not over: Retry-After, and the same again acts': held,
  },
  'test/observability/request-log/writing.test.ts': {
    'on PostgreSQL > a stopping process has written everything, and the table stays within its bounds':
      'rows outside of the days are deleted at once',
  },
  'test/payments/preconditions.test.ts': {
    'statements > a creation by GraphQL takes the same, with its outcome': counted,
    'statements > a creation takes two: one reads its preconditions, one writes': counted,
  },
  'test/payments/statements.test.ts': counted,
  'test/sandbox/either-number.test.ts': {
    '409: an IBAN that another account has > goes to one of two accounts that are opened at once':
      'waits until PostgreSQL shows two waiting connections; in Citus they wait on a worker',
  },
  'test/sca/sca.axe.browser.test.ts': pages,
  'test/sca/sca.browser.test.ts': pages,
  'test/sca/sca.provider.browser.test.ts': pages,
};

const behindBankLeftOut: LeftOut = {
  'test/graphql/basket-subscription.test.ts': {
    'basketStatusChanged > sends one message for an approval that moves all payments, from any replica':
      'the bank behind reports the payments one by one',
  },
  'test/graphql/compiled.test.ts': { 'releases compiled queries': memory },
  'test/graphql/examples.test.ts': {
    'each example > works as written, with the ids from the examples before it': completes,
  },
  'test/graphql/generated-queries.test.ts': memory,
  'test/graphql/largest-document.test.ts': {
    'a list of 100 payments with everything under it > every field of every type once: few statements more than for a bare request':
      statements,
    'a list of 100 payments with everything under it > a part of it, the payments of baskets with everything too: few statements more than for a bare request':
      statements,
  },
  'test/graphql/overview.test.ts': {
    'paymentDays > counts by status and sums what was settled, on days in Oslo, empty ones too': money,
    'paymentDays > sums each execution of a periodic payment, also before the last one': money,
    'upcomingEvents > lists future events, soonest first, and no more than requested': money,
    'upcomingEvents > and execution dates end with a cancelled payment': completes,
    'upcomingEvents > ends the authorisation of a payment with that of its basket: APPROVE': completes,
    'upcomingEvents > ends the authorisation of a payment with that of its basket: REJECT': completes,
  },
  'test/graphql/payment-story.test.ts': {
    'each authorisation shows its purpose, its progress and its end; an open one has its address': completes,
    'bookings show the movements, entry by entry, in parts on request': money,
  },
  'test/graphql/psu-input.test.ts': {
    'a fault of the psu input > has that path too when only the session shows that the PSU is corporate':
      sessions,
  },
  'test/graphql/replay.test.ts': {
    'of twins whose first mutation reads what the second changes, one runs first, and all return its response':
      completes,
  },
  'test/graphql/token.test.ts': {
    'the explorer > stores no more after 300 requests than after one': memory,
  },
  'test/parity/roles.test.ts': {
    'GraphQL > a clock moves for every TPP, and shows events of payments to TPPs that may initiate them':
      time,
  },
  'test/baskets/baskets.test.ts': {
    '201: a basket > can be signed only by the person whom X-PSU-IDENTITY named for a payment inside':
      completes,
    '404 and 409 > keeps a payment from an authorisation begun before it came into the basket: APPROVE':
      completes,
    '404 and 409 > keeps a payment from an authorisation begun before it came into the basket: REJECT':
      completes,
    '404 and 409 > keeps a payment from an authorisation begun before it came into the basket: EXPIRE':
      completes,
  },
  'test/payments/assumed.test.ts': sessions,
  'test/payments/corporate-ids.test.ts': agreements,
  'test/payments/duplicates.test.ts': {
    'the comparison of payments > 201: a payment that is RJCT does not count':
      'rejected here by hand, which the bank does not know',
  },
  'test/payments/lifecycle.test.ts': {
    'an authorisation > is listed, shows its status, and is unknown under another payment': completes,
    'an authorisation > gives one outcome to fifty concurrent completions, over two replicas': completes,
    'a session of the PSU > is requested by a challenge, lasts 180 days, and then SCA_EXPIRED requests another':
      time,
  },
  'test/payments/preconditions.test.ts': sessions,
  'test/payments/refusals.test.ts': {
    'refusals of the bank app > a customer who is unknown, or not the one that was named': completes,
  },
  'test/payments/statements.test.ts': statements,
  'test/rest/openapi.test.ts': {
    '/openapi.json > a creation has no refusal for a product or a date that its request does not have':
      'the bank behind may not know a product',
  },
};

export const leftOut = onCitus ? onCitusLeftOut : behindBankLeftOut;

/** The reason why the test is left out; null: it runs. */
export function whyLeftOut(file: string, name: string): string | null {
  const tests = leftOut[file];
  if (tests === undefined) return null;
  return typeof tests === 'string' ? tests : (tests[name] ?? null);
}
