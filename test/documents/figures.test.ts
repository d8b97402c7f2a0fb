import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { waitingPerConnection } from '../../src/db/connections/pool.ts';
import { answerTimeoutMs, timeouts } from '../../src/db/connections/settings.ts';
import { maxNamedCombinations } from '../../src/db/inserts.ts';
import {
  openLoginsPerTppAtMost,
  retentionMs,
  sessionLifetimeMs,
  wrongAttemptsAtMost,
} from '../../src/domain/authorisations/authorisation.ts';
import { wrongCodesPerTarget } from '../../src/domain/authorisations/wrong-codes.ts';
import { duplicateWindowMs } from '../../src/domain/payments/fingerprint.ts';
import { faultsCountedAtMost, messagesAtMost } from '../../src/domain/refusal.ts';
import { recordsAtMost, transactionsAtMost } from '../../src/domain/sandbox/transaction-lists.ts';
import { valuesAtMost } from '../../src/domain/values/json.ts';
import { limits } from '../../src/graphql/documents/limits.ts';
import { responseLimits } from '../../src/graphql/documents/response-limit.ts';
import { fieldsOfTotalCount } from '../../src/graphql/documents/size.ts';
import { anonymousBytesAtMost, bytesAtMost } from '../../src/graphql/plugins/caller.ts';
import { compilationLimits } from '../../src/graphql/plugins/compiled-queries.ts';
import { pageSizeAtMost } from '../../src/graphql/schema/lists.ts';
import { subscriptionsPerTpp } from '../../src/graphql/subscription-slots.ts';
import { defaultUnsentLimits } from '../../src/http/connections.ts';
import { waitingAtMost } from '../../src/http/pipelining.ts';
import { headerBytesAtMost } from '../../src/http/raw-headers.ts';
import { queueBytes } from '../../src/observability/request-log/queue.ts';
import { defaultPauses } from '../../src/observability/request-log/request-log.ts';
import { requestIdsKeptMs } from '../../src/operations/idempotent.ts';
import { clockEventsKeptMs } from '../../src/operations/ports/clock.ts';
import { countedAtMost, countedPerListAtMost } from '../../src/operations/ports/page.ts';
import { entriesKept, entriesKeptMs } from '../../src/operations/request-log/ports.ts';
import { certificatesAnHour } from '../../src/operations/sandbox/create-sandbox-certificate.ts';
import { tokenLifetimeMs, tokensAtMost } from '../../src/operations/tokens/create-console-token.ts';
import { settingChecks } from '../../src/process/settings.ts';
import { callerMaxAgeMs } from '../../src/security/caller-cache.ts';
import { heapFlags } from '../support/built.ts';
import { textOf } from './markdown.ts';

const inWords: Readonly<Record<number, string>> = {
  1: 'a',
  2: 'two',
  5: 'five',
  8: 'eight',
  10: 'ten',
  15: 'fifteen',
  30: 'thirty',
  60: 'sixty',
};
const word = (count: number): string => inWords[count] ?? String(count);
const capital = (text: string): string => text[0]?.toUpperCase() + text.slice(1);
const figure = (count: number): string => count.toLocaleString('en');
const kib = (bytes: number): string => `${figure(bytes / 1_024)} KiB`;
const mib = (bytes: number): string => `${figure(bytes / 1_024 / 1_024)} MiB`;
const seconds = (milliseconds: number): number => milliseconds / 1_000;
const hours = (milliseconds: number): number => milliseconds / 3_600_000;
const days = (milliseconds: number): number => hours(milliseconds) / 24;

const { between, underLoad, first, afterFailure } = defaultPauses;
const production = readConfig({
  SANDBOX: 'false',
  DATABASE_URL: 'postgres://bank@db/bank',
  PUBLIC_URL: 'https://bank.example',
  TRUST_ANCHORS: 'anchors.pem',
  BANK: 'upstream',
  UPSTREAM_URL: 'https://bank.example/api',
  UPSTREAM_KEY: 'upstream.key',
  UPSTREAM_CERTIFICATE: 'upstream.pem',
});
const { data: poolSize } = settingChecks.DATABASE_POOL_SIZE.safeParse(undefined);
const { data: maxAge } = settingChecks.SIGNATURE_MAX_AGE.safeParse(undefined);

/** The rows of docs/frontend.md. A new bound without a row does not compile. */
const rowsOfLimits: Readonly<Record<keyof typeof limits, string>> = {
  depth: `| depth of nested fields | ${limits.depth} |`,
  aliases: `| aliases | ${limits.aliases} |`,
  rootFields: `| fields at the top | ${limits.rootFields} |`,
  cost: `| fields, times the usual length of the lists around them | ${figure(limits.cost)} |`,
  subscriptionFields: `| fields that all subscriptions of a TPP may return for one event, in one process, with each list at its longest | ${figure(limits.subscriptionFields)} |`,
  fields: `| fields, with all fragments expanded | ${figure(limits.fields)} |`,
  fragments: `| inline fragments and spreads, with all fragments expanded | ${figure(limits.fragments)} |`,
  reads: `| fields that read from the database, each counted once for a whole list | ${limits.reads} |`,
  readsOfOneField: `| one of these fields with other arguments, or in other lists | ${limits.readsOfOneField} |`,
  overlaps: `| comparisons of fields with the same response name | ${figure(limits.overlaps)} |`,
  nesting: `| depth of nested nodes and lists | ${limits.nesting} |`,
  fragmentChain: `| depth of nested fragments | ${limits.fragmentChain} |`,
  nameCharacters: `| characters of a name | ${limits.nameCharacters} |`,
  tokens: `| tokens | ${figure(limits.tokens)} |`,
  comments: `| comments | ${figure(limits.comments)} |`,
  characters: `| characters | ${figure(limits.characters)} |`,
};
const rowsOfAnswers: Readonly<Record<keyof typeof responseLimits, string>> = {
  fields: `| fields in lists of the response | ${figure(responseLimits.fields)} |`,
  bytes: `| bytes of the response | ${figure(responseLimits.bytes)} |`,
  errors: `| errors of the response | ${responseLimits.errors}; the last one says how many there are |`,
};
const boundsOfADocument = [
  ...Object.values(rowsOfLimits),
  ...Object.values(rowsOfAnswers),
  `| items of a page | ${pageSizeAtMost} |`,
  `| bytes of the request | ${figure(bytesAtMost)}; ${figure(anonymousBytesAtMost)} without a credential |`,
  `| open subscriptions of a TPP, in one process | ${subscriptionsPerTpp} |`,
];

const said: readonly (readonly [document: string, text: string])[] = [
  ['docs/tour.md', `a token for the demo TPP, valid for ${word(hours(tokenLifetimeMs))} hours`],
  ['docs/frontend.md', `a token of the demo TPP, valid for ${word(hours(tokenLifetimeMs))} hours`],
  ['docs/signing.md', `\`SIGNATURE_MAX_AGE\` seconds (${maxAge} unless the bank says otherwise)`],

  ['docs/first-payment.md', `and \`TPP-Session-ID\` in the last ${days(sessionLifetimeMs)} days`],

  ['docs/operations.md', `Allow ${kib(headerBytesAtMost)} for all headers together`],
  [
    'docs/operations.md',
    `\`SHUTDOWN_DELAY\` seconds (default: ${seconds(production.shutdownDelayMs)}, in a sandbox 0)`,
  ],
  ['docs/operations.md', `| responses to requests, by \`X-Request-ID\` | ${hours(requestIdsKeptMs)} hours |`],
  ['docs/operations.md', `| ended authorisations that only log a PSU in | ${days(retentionMs.login)} day |`],
  [
    'docs/operations.md',
    `| ended authorisations of payments, cancellations and baskets | ${days(retentionMs.otherAuthorisation)} days |`,
  ],
  ['docs/operations.md', `| ${days(retentionMs.session)} days after the last log-in |`],
  ['docs/operations.md', `| counts of wrong codes that PSUs entered | ${days(retentionMs.wrongCodes)} day |`],
  ['docs/operations.md', `| until they expire, ${hours(tokenLifetimeMs)} hours |`],
  ['docs/operations.md', `| events of sandbox clocks | ${hours(clockEventsKeptMs)} hours |`],
  [
    'docs/operations.md',
    `| ${hours(entriesKeptMs)} to ${hours(entriesKeptMs) + 24} hours, because the service deletes whole days. For each TPP at most about ${figure(entriesKept.OWN)} of its own requests, ${figure(entriesKept.CONSOLE)} that the console sent for it, and ${figure(entriesKept.UNPROVEN)} with its certificate that did not pass the check of the signature and the roles, or were refused before this check |`,
  ],

  ['docs/scaling.md', `up to DATABASE_POOL_SIZE connections (${poolSize}), and one that listens`],
  ['docs/scaling.md', `A TPP may have ${waitingPerConnection} requests waiting for each connection`],
  ['docs/scaling.md', `not answered after ${seconds(answerTimeoutMs)} seconds`],
  [
    'docs/scaling.md',
    `the last ${word(seconds(between))} seconds, under load ${word(seconds(underLoad))}, that a sandbox`,
  ],

  ['docs/decisions.md', `| More than ${messagesAtMost} messages | the first ${messagesAtMost - 1} and one`],
  [
    'docs/decisions.md',
    `At ${figure(faultsCountedAtMost)} faults the search stops and the text says "at least ${faultsCountedAtMost} errors"`,
  ],
  [
    'docs/decisions.md',
    `waits at most ${seconds(timeouts.lock_timeout)} s on the row of the X-Request-ID, then gets 409`,
  ],
  ['docs/decisions.md', `| ${word(wrongAttemptsAtMost)} of them, counted together, end the authorisation |`],
  ['docs/decisions.md', `| ${capital(word(wrongCodesPerTarget))} wrong codes of a payment or basket |`],
  ['docs/decisions.md', `checks the last ${hours(duplicateWindowMs)} hours |`],
  ['docs/decisions.md', `| Values in a JSON body | ${figure(valuesAtMost)} at most`],
  ['docs/decisions.md', `| ${figure(openLoginsPerTppAtMost)}, then 429 ACCESS_EXCEEDED`],
  ['docs/decisions.md', `accounts, card accounts and agreements | ${figure(recordsAtMost)} at most, or`],
  [
    'docs/decisions.md',
    `counted up to ${figure(countedAtMost)}, or ${figure(countedPerListAtMost)} for the transactions of an account`,
  ],
  [
    'docs/decisions.md',
    `${limits.rootFields} fields at the top, ${limits.nesting} nested nodes and lists, ${figure(limits.fields)} fields and ${figure(limits.fragments)} fragments with fragments expanded, ${figure(limits.overlaps)} comparisons of fields of one name. Names have at most ${limits.nameCharacters} characters; fragments nest ${limits.fragmentChain} deep`,
  ],
  [
    'docs/decisions.md',
    `${figure(responseLimits.fields)} fields in lists, ${figure(responseLimits.bytes)} bytes`,
  ],
  ['docs/decisions.md', `of a query of at most ${figure(compilationLimits.charactersAtMost)} characters`],
  ['docs/decisions.md', `It lasts ${word(hours(tokenLifetimeMs))} hours. A TPP has at most ${tokensAtMost};`],
  ['docs/decisions.md', `others at most ${seconds(callerMaxAgeMs)} s later`],
  [
    'docs/decisions.md',
    `A TPP and those it has made get ${certificatesAnHour.ofFamily} an hour, all TPPs ${certificatesAnHour.ofService}`,
  ],
  ['docs/decisions.md', `${figure(entriesKept.OWN)} requests for each TPP, plus as many of the console`],
  [
    'docs/decisions.md',
    `${first} ms after the first request of a quiet time, then every ${word(seconds(between))} seconds. After 500 entries or more it pauses for ${word(seconds(underLoad))} seconds`,
  ],
  ['docs/decisions.md', `${mib(queueBytes.perList)} for each TPP, ${mib(queueBytes.total)} in all.`],
  ['docs/decisions.md', `The write is retried every ${afterFailure === 1_000 ? 'second' : '?'}`],
  ['docs/decisions.md', `handled in order. At most ${waitingAtMost} wait`],
  ['docs/decisions.md', `disconnected after ${seconds(defaultUnsentLimits.stallMs)} s without progress`],
  ['docs/decisions.md', `${mib(defaultUnsentLimits.bytesOfOwner)} for each TPP or unsigned network address`],
  ['docs/decisions.md', `${mib(defaultUnsentLimits.bytesInAll)} in all. Beyond that`],
  ['docs/decisions.md', `at most ${maxNamedCombinations} combinations of inserts, each built once`],
  ['docs/decisions.md', `${limits.reads} in a document, ${limits.readsOfOneField} by one field`],
  ['docs/cards.md', `a response holds ${figure(transactionsAtMost)} at most`],
  ['docs/frontend.md', `\`totalCount\` counts as ${fieldsOfTotalCount} fields`],
  ...boundsOfADocument.map((row) => ['docs/frontend.md', row] as const),
];

it('docs/frontend.md names no bound that the code lacks', () => {
  const [, table = ''] = textOf('docs/frontend.md').split('| | at most |\n| --- | --- |\n');
  expect(table.split('\n\n')[0]?.split('\n').sort()).toEqual([...boundsOfADocument].sort());
});

it.each(said)('%s says: %s', (document, text) => {
  expect(textOf(document).replace(/\s+/g, ' ')).toContain(text);
});

it.each(['package.json', 'Dockerfile', 'bench/lib/service.mjs', 'docs/performance.md', 'docs/decisions.md'])(
  '%s gives the service the resources of its measurement',
  (file) => {
    const words = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replace(/['",]/g, '');
    expect(words).toContain(heapFlags.join(' '));
  },
);
