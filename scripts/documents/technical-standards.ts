/** Commission Delegated Regulation (EU) 2018/389, as amended by (EU) 2022/2360: the articles about payment initiation. */

export interface Article {
  readonly article: string;
  readonly subject: string;
  readonly does: string;
  readonly where: readonly string[];
  readonly tests: readonly string[];
  readonly remains: string;
}

const pathsOf = (names: string, start: string, end: string): readonly string[] =>
  names.split(' ').map((name) => `${start}${name}${end}`);
const sources = (names: string) => pathsOf(names, 'src/', '.ts');
const tests = (names: string) => pathsOf(names, 'test/', '.test.ts');

const bankAlone = (article: string, subject: string, remains: string): Article => ({
  article,
  subject,
  does: 'nothing',
  where: [],
  tests: [],
  remains,
});

export const technicalStandards: readonly Article[] = [
  bankAlone(
    '2, 3',
    'Transaction monitoring, review',
    'monitors transactions for fraud and has its measures audited',
  ),
  {
    article: '4',
    subject: 'Authentication code',
    does: 'A code belongs to one authorisation and is accepted once. The page says if no customer has the number that was entered: the number identifies, and is no element of authentication. Five wrong codes end an authorisation, and fifteen in all authorisations of a payment reject it; the database counts them. An authorisation ends after 15 minutes. If the authorisation of a payment fails or is not finished in time, the payment is rejected',
    where: sources(
      'domain/authorisations/wrong-codes operations/sca/wrong-codes domain/authorisations/authorisation',
    ),
    tests: tests('sca/sca.guesses sca/sca sca/sca.races'),
    remains:
      'issues the codes (a sandbox shows them on the page). With a remote bank or an identity provider, that party does all of this',
  },
  {
    article: '5',
    subject: 'Dynamic linking',
    does: 'The page shows amount and payee, or for a bulk payment or a basket the total and every payee. A hash binds the code to them and is compared at the approval. A payment cannot be changed after its creation',
    where: sources('domain/authorisations/authorisation operations/authorisations/open operations/sca/acts'),
    tests: tests('operations/sca sca/sca.shown'),
    remains: 'calculates its own codes over the same data',
  },
  bankAlone(
    '6 to 9',
    'Knowledge, possession, inherence, independence',
    'owns the elements and keeps them independent',
  ),
  {
    article: '10, 10a',
    subject: 'Account information without SCA: 90 days of history, SCA again after 180 days',
    does: "No account information: the accounts of a sandbox are test data. A PSU's log-in for payments ends after 180 days with SCA_EXPIRED",
    where: sources('domain/authorisations/authorisation operations/authorisations/session'),
    tests: tests('operations/psu sandbox/production'),
    remains: 'applies both to its interface for accounts',
  },
  {
    article: '11, 12, 16',
    subject: 'Exemptions: contactless, unattended terminals, low value',
    does: 'Applies no exemption: the PSU approves every payment',
    where: sources('operations/payments/create-payment'),
    tests: tests('payments/lifecycle'),
    remains: 'may decide otherwise in its own channels',
  },
  {
    article: '13, 15, 17, 18',
    subject: 'Exemptions: trusted payees, own accounts, corporate protocols, low risk',
    does: 'Applies no exemption, and a TPP cannot request one',
    where: sources('operations/payments/create-payment'),
    tests: tests('payments/lifecycle'),
    remains: 'as above',
  },
  {
    article: '14',
    subject: 'Exemption: recurring transactions',
    does: 'The PSU approves a periodic payment once with its plan; executions need no further approval. No operation changes a plan',
    where: sources('bank/simulated/standing-order'),
    tests: tests('bank/month domain/schedule/periodic'),
    remains: 'nothing',
  },
  bankAlone(
    '19 to 21',
    'Fraud rates, monitoring of exemptions',
    'nothing, because the service applies none of these exemptions',
  ),
  {
    article: '22 to 27',
    subject: 'Security credentials of the PSU',
    does: "The request log masks secrets, and log lines have no personal data. SCA links are random. Of a browser's secret only the hash is stored",
    where: sources('operations/sca/secrets observability/request-log/mask'),
    tests: tests('observability/request-log/secrets sca/sca.safety process/log'),
    remains: 'creates, delivers, renews and revokes credentials',
  },
  {
    article: '28, 29',
    subject: 'Identification between devices, traceability',
    does: "Every request has the TPP's signature, a date and an X-Request-ID, which its log line and its response contain. Each change of a status is a row with time and reason",
    where: sources('security/guard observability/request-trace operations/idempotent'),
    tests: tests('security/guard payments/idempotency process/log'),
    remains: 'keeps the logs and synchronises clocks',
  },
  {
    article: '30',
    subject: 'Interface: documented, with a sandbox, changes published three months before',
    does: '`/docs`, `/openapi.json`, `schema.graphql`; `SANDBOX=true` is a complete bank; `npm run tpp -- conformance` checks any bank; `x-accept-fix` enables future changes',
    where: sources('rest/openapi/document bank/simulated/simulated-bank'),
    tests: [...tests('rest/openapi payments/headers'), 'packages/toolkit/test/conformance.test.ts'],
    remains: 'publishes the summary on its site, and answers TPPs',
  },
  {
    article: '32, 33',
    subject: 'Availability and performance, contingency',
    does: '`/livez`, `/readyz` and `/metrics`; alerts and a dashboard are in `ops/`. Under overload, requests are refused at once with Retry-After',
    where: sources('observability/metrics/metrics http/server'),
    tests: tests(
      'observability/metrics/metrics observability/metrics/watching process/overload faults/faults',
    ),
    remains: 'publishes quarterly figures; has a fallback, or an exemption from it',
  },
  {
    article: '34',
    subject: 'Certificates of TPPs (eIDAS)',
    does: 'A certificate must be issued by a CA of TRUST_ANCHORS, be valid today, allow signing and not be revoked (CRL_FILE). The organisation identifier names the TPP. Payments and baskets need the role PSP_PI',
    where: sources('security/certificate security/fitness security/identity security/revocation'),
    tests: tests('security/certificate security/fitness security/identity security/revocation'),
    remains: 'keeps the lists of qualified CAs and their revocation lists up to date',
  },
  {
    article: '35',
    subject: 'Security of sessions',
    does: 'A TPP can only use its own sessions, payments and baskets; those of others look as if they never existed. Page cookies are HttpOnly, SameSite=Lax, limited to one link, and Secure if PUBLIC_URL is https',
    where: sources('operations/authorisations/session sca/browser'),
    tests: tests('payments/refusals sca/sca.safety baskets/baskets'),
    remains: 'terminates TLS in front of the service',
  },
  {
    article: '36',
    subject: 'Data exchanges',
    does: "The creation response, the status and `fundsAvailable` are the bank's own. Errors name code, path and reason. After an error nothing has changed, or the same X-Request-ID returns the same response",
    where: sources('operations/payments/create-payment domain/refusal'),
    tests: tests('payments/idempotency operations/refusals faults/faults'),
    remains: 'nothing',
  },
];
