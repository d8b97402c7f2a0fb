/**
 * Commission Delegated Regulation (EU) 2018/389, as amended by (EU) 2022/2360: how the service fulfils each article about
 * payment initiation, in which files, and what the bank must do.
 */

export interface Article {
  readonly article: string;
  readonly subject: string;
  readonly does: string;
  /** Files of the source. */
  readonly where: readonly string[];
  readonly tests: readonly string[];
  readonly remains: string;
}

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
    does: 'A code belongs to one authorisation and is accepted once. The page does not say which element was wrong. Five wrong codes end an authorisation and fifteen reject the payment; the database counts them. An authorisation ends after 15 minutes',
    where: [
      'src/domain/authorisations/wrong-codes.ts',
      'src/operations/sca/wrong-codes.ts',
      'src/domain/authorisations/authorisation.ts',
    ],
    tests: ['test/sca/sca.guesses.test.ts', 'test/sca/sca.test.ts', 'test/sca/sca.races.test.ts'],
    remains:
      'issues the codes (a sandbox shows them on the page). With a remote bank or an identity provider, that party does all of this',
  },
  {
    article: '5',
    subject: 'Dynamic linking',
    does: 'The page shows amount and payee, or for a bulk payment or a basket the total and every payee. A hash binds the code to them and is compared at the approval. A payment cannot be changed after its creation',
    where: [
      'src/domain/authorisations/authorisation.ts',
      'src/operations/authorisations/open.ts',
      'src/operations/sca/acts.ts',
    ],
    tests: ['test/operations/sca.test.ts', 'test/sca/sca.shown.test.ts'],
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
    does: "Only a sandbox offers account information. A PSU's log-in for payments ends after 180 days with SCA_EXPIRED",
    where: ['src/domain/authorisations/authorisation.ts', 'src/operations/authorisations/session.ts'],
    tests: ['test/operations/psu.test.ts', 'test/sandbox/production.test.ts'],
    remains: 'applies both to its interface for accounts',
  },
  {
    article: '11, 12, 16',
    subject: 'Exemptions: contactless, unattended terminals, low value',
    does: 'Applies no exemption: the PSU approves every payment',
    where: ['src/operations/payments/create-payment.ts'],
    tests: ['test/payments/lifecycle.test.ts'],
    remains: 'may decide otherwise in its own channels',
  },
  {
    article: '13, 15, 17, 18',
    subject: 'Exemptions: trusted payees, own accounts, corporate protocols, low risk',
    does: 'Applies no exemption, and a TPP cannot request one',
    where: ['src/operations/payments/create-payment.ts'],
    tests: ['test/payments/lifecycle.test.ts'],
    remains: 'as above',
  },
  {
    article: '14',
    subject: 'Exemption: recurring transactions',
    does: 'The PSU approves a periodic payment once with its plan; executions need no further approval. No operation changes a plan',
    where: ['src/bank/simulated/standing-order.ts'],
    tests: ['test/bank/month.test.ts', 'test/domain/schedule/periodic.test.ts'],
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
    where: ['src/operations/sca/secrets.ts', 'src/observability/request-log/mask.ts'],
    tests: [
      'test/observability/request-log/secrets.test.ts',
      'test/sca/sca.safety.test.ts',
      'test/process/log.test.ts',
    ],
    remains: 'creates, delivers, renews and revokes credentials',
  },
  {
    article: '28, 29',
    subject: 'Identification between devices, traceability',
    does: "Every request has the TPP's signature, a date and an X-Request-ID, which its log line and its response contain. Each change of a status is a row with time and reason",
    where: ['src/security/guard.ts', 'src/observability/request-trace.ts', 'src/operations/idempotent.ts'],
    tests: ['test/security/guard.test.ts', 'test/payments/idempotency.test.ts', 'test/process/log.test.ts'],
    remains: 'keeps the logs and synchronises clocks',
  },
  {
    article: '30',
    subject: 'Interface: documented, with a sandbox, changes published three months before',
    does: '`/docs`, `/openapi.json`, `schema.graphql`; `SANDBOX=true` is a complete bank; `npm run tpp -- conformance` checks any bank; `x-accept-fix` enables future changes',
    where: ['src/rest/openapi/document.ts', 'src/bank/simulated/simulated-bank.ts'],
    tests: [
      'test/rest/openapi.test.ts',
      'packages/toolkit/test/conformance.test.ts',
      'test/payments/headers.test.ts',
    ],
    remains: 'publishes the summary on its site, and answers TPPs',
  },
  {
    article: '32, 33',
    subject: 'Availability and performance, contingency',
    does: '`/livez`, `/readyz` and `/metrics`; alerts and a dashboard are in `ops/`. Under overload, requests are refused at once with Retry-After',
    where: ['src/observability/metrics/metrics.ts', 'src/http/server.ts'],
    tests: [
      'test/observability/metrics/metrics.test.ts',
      'test/observability/metrics/watching.test.ts',
      'test/process/overload.test.ts',
      'test/faults/faults.test.ts',
    ],
    remains: 'publishes quarterly figures; has a fallback, or an exemption from it',
  },
  {
    article: '34',
    subject: 'Certificates of TPPs (eIDAS)',
    does: 'A certificate must chain to a CA of TRUST_ANCHORS, be valid today, allow signing and not be revoked (CRL_FILE). The organisation identifier names the TPP. Payments and baskets need the role PSP_PI',
    where: [
      'src/security/certificate.ts',
      'src/security/fitness.ts',
      'src/security/identity.ts',
      'src/security/revocation.ts',
    ],
    tests: [
      'test/security/certificate.test.ts',
      'test/security/fitness.test.ts',
      'test/security/identity.test.ts',
      'test/security/revocation.test.ts',
    ],
    remains: 'keeps the lists of qualified CAs and their revocation lists up to date',
  },
  {
    article: '35',
    subject: 'Security of sessions',
    does: 'A TPP can only use its own sessions, payments and baskets; those of others look as if they never existed. Page cookies are HttpOnly, SameSite=Lax, limited to one link, and Secure if PUBLIC_URL is https',
    where: ['src/operations/authorisations/session.ts', 'src/sca/browser.ts'],
    tests: ['test/payments/refusals.test.ts', 'test/sca/sca.safety.test.ts', 'test/baskets/baskets.test.ts'],
    remains: 'terminates TLS in front of the service',
  },
  {
    article: '36',
    subject: 'Data exchanges',
    does: "The creation response, the status and `fundsAvailable` are the bank's own. Errors name code, path and reason. After an error nothing has changed, or the same X-Request-ID returns the same response",
    where: ['src/operations/payments/create-payment.ts', 'src/domain/refusal.ts'],
    tests: [
      'test/payments/idempotency.test.ts',
      'test/operations/refusals.test.ts',
      'test/faults/faults.test.ts',
    ],
    remains: 'nothing',
  },
];
