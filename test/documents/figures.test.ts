/** The figures of the documents that are written by hand are those of the code. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig, settings } from '../../src/config.ts';
import { namesAtMost } from '../../src/db/connections/client.ts';
import { waitingPerPlace } from '../../src/db/connections/pool.ts';
import { answerTimeoutMs, timeouts } from '../../src/db/connections/settings.ts';
import {
  keptMs,
  keptPerTarget,
  openLoginsAtMost,
  sessionLifetimeMs,
  wrongAttemptsAtMost,
} from '../../src/domain/authorisations/authorisation.ts';
import { wrongCodesPerTarget } from '../../src/domain/authorisations/wrong-codes.ts';
import { duplicateWindowMs } from '../../src/domain/payments/fingerprint.ts';
import { faultsCountedAtMost, messagesAtMost } from '../../src/domain/refusal.ts';
import { recordsAtMost, transactionsAtMost } from '../../src/domain/sandbox/reading.ts';
import { valuesAtMost } from '../../src/domain/values/json.ts';
import { answerLimits } from '../../src/graphql/documents/answer-size.ts';
import { limits } from '../../src/graphql/documents/limits.ts';
import { fieldsOfCount } from '../../src/graphql/documents/size.ts';
import { anonymousBytesAtMost, bytesAtMost } from '../../src/graphql/plugins/caller.ts';
import { compilationLimits } from '../../src/graphql/plugins/compiled-lists.ts';
import { pageSizeAtMost } from '../../src/graphql/schema/pages.ts';
import { subscriptionsPerTpp } from '../../src/graphql/subscription-slots.ts';
import { waitingAtMost } from '../../src/http/pipelining.ts';
import { headerBytesAtMost } from '../../src/http/server.ts';
import { unsentBounds } from '../../src/http/unsent.ts';
import { bodyBytesKept } from '../../src/observability/request-log/kept.ts';
import { defaultPauses } from '../../src/observability/request-log/request-log.ts';
import { waitingBytes } from '../../src/observability/request-log/waiting.ts';
import { rememberMs } from '../../src/operations/performer.ts';
import { countedAtMost, countedOfEachAtMost } from '../../src/operations/ports/page.ts';
import { entriesKept, entriesKeptMs } from '../../src/operations/request-log/ports.ts';
import { certificatesAnHour } from '../../src/operations/sandbox/create-sandbox-certificate.ts';
import { tokenLifetimeMs, tokensAtMost } from '../../src/operations/tokens/create-console-token.ts';
import { believedMs } from '../../src/security/caller-memory.ts';
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
  100: 'hundred',
};
const word = (count: number): string => inWords[count] ?? String(count);
const figure = (count: number): string => count.toLocaleString('en');
const kib = (bytes: number): string => `${figure(bytes / 1_024)} KiB`;
const mib = (bytes: number): string => `${figure(bytes / 1_024 / 1_024)} MiB`;
const seconds = (milliseconds: number): number => milliseconds / 1_000;
const hours = (milliseconds: number): number => milliseconds / 3_600_000;
const days = (milliseconds: number): number => hours(milliseconds) / 24;

const { between, betweenMany, first, afterFailure } = defaultPauses;
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
const { data: poolSize } = settings.DATABASE_POOL_SIZE.check.safeParse(undefined);
const { data: maxAge } = settings.SIGNATURE_MAX_AGE.check.safeParse(undefined);

/** The rows of docs/frontend.md. A bound that is new has no row yet, and does not compile. */
const rowsOfLimits: Readonly<Record<keyof typeof limits, string>> = {
  depth: `| levels | ${limits.depth} |`,
  aliases: `| other names for fields | ${limits.aliases} |`,
  rootFields: `| fields at the top | ${limits.rootFields} |`,
  cost: `| fields, times the usual length of the lists around them | ${figure(limits.cost)} |`,
  subscriptionFields: `| fields that all subscriptions of a TPP may answer at an event, in one process, each list of them at its longest | ${figure(limits.subscriptionFields)} |`,
  fields: `| fields, those of a fragment wherever it is spread | ${figure(limits.fields)} |`,
  reads: `| fields that read from the database, each once for a whole list | ${limits.reads} |`,
  sameReads: `| the same such field, with other arguments or at other places | ${limits.sameReads} |`,
  overlaps: `| comparisons of fields of one name beside each other | ${figure(limits.overlaps)} |`,
  nesting: `| nodes and lists within each other | ${limits.nesting} |`,
  fragmentChain: `| fragments within each other | ${limits.fragmentChain} |`,
  nameCharacters: `| characters of a name | ${limits.nameCharacters} |`,
  tokens: `| tokens | ${figure(limits.tokens)} |`,
};
const rowsOfAnswers: Readonly<Record<keyof typeof answerLimits, string>> = {
  fields: `| fields in lists of the answer | ${figure(answerLimits.fields)} |`,
  bytes: `| bytes of the answer | ${figure(answerLimits.bytes)} |`,
  errors: `| errors of the answer | ${answerLimits.errors}, the last of which says how many there are |`,
};
const boundsOfADocument = [
  ...Object.values(rowsOfLimits),
  ...Object.values(rowsOfAnswers),
  `| items of a page | ${pageSizeAtMost} |`,
  `| bytes of the request | ${figure(bytesAtMost)}; ${figure(anonymousBytesAtMost)} without a credential |`,
  `| subscriptions of a TPP at a time, in one process | ${subscriptionsPerTpp} |`,
];

const said: readonly (readonly [document: string, text: string])[] = [
  ['docs/tour.md', `stands for the demo TPP, for ${word(hours(tokenLifetimeMs))} hours`],
  ['docs/frontend.md', `stands for the demo TPP, for ${word(hours(tokenLifetimeMs))} hours`],
  ['docs/signing.md', `\`SIGNATURE_MAX_AGE\` seconds (${maxAge} unless the bank says otherwise)`],

  ['docs/first-payment.md', `somebody has, in the last ${days(sessionLifetimeMs)} days`],

  ['docs/operations.md', `every header, up to ${kib(headerBytesAtMost)} together`],
  [
    'docs/operations.md',
    `\`SHUTDOWN_DELAY\` seconds (${seconds(production.shutdownDelayMs)}; 0 in a sandbox)`,
  ],
  ['docs/operations.md', `| answers to requests, by \`X-Request-ID\` | ${hours(rememberMs)} hours |`],
  ['docs/operations.md', `| log-ins that have ended | ${days(keptMs.LOGIN)} day |`],
  ['docs/operations.md', `| other authorisations that have ended | ${days(keptMs.authorisation)} days |`],
  ['docs/operations.md', `| ${days(keptMs.session)} days after the last |`],
  ['docs/operations.md', `| counts of wrong codes | ${days(keptMs.wrongCodes)} day |`],
  ['docs/operations.md', `| until they expire, ${hours(tokenLifetimeMs)} hours |`],
  ['docs/operations.md', `| events of sandbox clocks | ${hours(rememberMs)} hours |`],
  [
    'docs/operations.md',
    `| ${hours(entriesKeptMs)} hours, up to a day longer because whole days are dropped; of each TPP the newest ${figure(entriesKept.OWN)} and`,
  ],

  ['docs/scaling.md', `up to DATABASE_POOL_SIZE connections (${poolSize}), and one that listens`],
  ['docs/scaling.md', `A TPP may have ${waitingPerPlace} requests waiting for each connection`],
  ['docs/scaling.md', `not answered after ${seconds(answerTimeoutMs)} seconds`],
  [
    'docs/scaling.md',
    `the last ${word(seconds(between))} seconds, under load ${word(seconds(betweenMany))}, that a sandbox`,
  ],
  [
    'docs/scaling.md',
    `clocks after ${hours(rememberMs)} hours; log-ins after ${word(days(keptMs.LOGIN))} day, other authorisations after ${days(keptMs.authorisation)} days; PSU sessions ${days(keptMs.session)} days after`,
  ],
  ['docs/scaling.md', `logged requests of a sandbox after ${hours(entriesKeptMs)} hours`],

  ['docs/decisions.md', `| More than a ${word(messagesAtMost)} messages | ${messagesAtMost - 1} and one`],
  [
    'docs/decisions.md',
    `from ${figure(faultsCountedAtMost)} faults on "${faultsCountedAtMost} faults or more"`,
  ],
  [
    'docs/decisions.md',
    `waits on the row of the X-Request-ID, at most ${seconds(timeouts.lock_timeout)} s, then 409 with Retry-After`,
  ],
  ['docs/decisions.md', `${kib(anonymousBytesAtMost)} without a credential`],
  ['docs/decisions.md', `| counted together, ${word(wrongAttemptsAtMost)} end it |`],
  ['docs/decisions.md', `| The ${word(wrongCodesPerTarget)} wrong codes of a payment or basket |`],
  ['docs/decisions.md', `looks at the last ${hours(duplicateWindowMs)} hours |`],
  ['docs/decisions.md', `| Values in a JSON body | ${figure(valuesAtMost)} at most`],
  ['docs/decisions.md', `| ${figure(openLoginsAtMost)}, then 429 ACCESS_EXCEEDED`],
  [
    'docs/decisions.md',
    `log-ins ${word(days(keptMs.LOGIN))} day; other authorisations ${days(keptMs.authorisation)} days, of one payment or basket the newest ${word(keptPerTarget)}`,
  ],
  ['docs/decisions.md', `| sessions ${days(keptMs.session)} days after the last log-in`],
  ['docs/decisions.md', `accounts, card accounts and agreements | ${figure(recordsAtMost)} of them, or`],
  ['docs/decisions.md', `at most ${figure(transactionsAtMost)} transactions, with a WARNING`],
  [
    'docs/decisions.md',
    `counted up to ${figure(countedAtMost)}, or ${figure(countedOfEachAtMost)} for the transactions of an account`,
  ],
  [
    'docs/decisions.md',
    `${limits.rootFields} fields at the top, ${limits.nesting} nested nodes and lists, ${figure(limits.fields)} fields with fragments expanded, ${figure(limits.overlaps)} comparisons of fields of one name. Names have at most ${limits.nameCharacters} characters, and fragments nest ${limits.fragmentChain} deep`,
  ],
  [
    'docs/decisions.md',
    `${figure(answerLimits.fields)} fields in lists, ${figure(answerLimits.bytes)} bytes`,
  ],
  [
    'docs/decisions.md',
    `of at most ${figure(compilationLimits.characters)} characters that come a third time`,
  ],
  [
    'docs/decisions.md',
    `made by a signed request alone, ${word(hours(tokenLifetimeMs))} hours, a ${word(tokensAtMost)} per TPP at once`,
  ],
  ['docs/decisions.md', `is believed for ${seconds(believedMs)} s more`],
  [
    'docs/decisions.md',
    `good or bad; ${certificatesAnHour.ofFamily} an hour for a TPP with those that it has made, ${certificatesAnHour.ofService} for all`,
  ],
  ['docs/decisions.md', `the last ${entriesKept.UNPROVEN} for each TPP`],
  ['docs/decisions.md', `${figure(entriesKept.OWN)} for each TPP, and as many again of the console's own`],
  [
    'docs/decisions.md',
    `${first} ms after the first request of a quiet time, then every ${word(seconds(between))} seconds, after a writing of 500 or more every ${word(seconds(betweenMany))}`,
  ],
  [
    'docs/decisions.md',
    `${mib(waitingBytes.ofOne)} for each TPP, ${mib(waitingBytes.all)} in all; a TPP pushes out`,
  ],
  ['docs/decisions.md', `nobody else's; tried again every ${afterFailure === 1_000 ? 'second' : '?'}`],
  ['docs/decisions.md', `the first ${kib(bodyBytesKept)}, then how long the whole was`],
  ['docs/decisions.md', `one after another; ${waitingAtMost} may wait`],
  ['docs/decisions.md', `taken nothing of the answer for ${seconds(unsentBounds.stallMs)} s`],
  ['docs/decisions.md', `${mib(unsentBounds.bytesOfOwner)} for each TPP, for each network address`],
  ['docs/decisions.md', `and ${mib(unsentBounds.bytesInAll)} in all. Beyond that`],
  ['docs/decisions.md', `| up to ${namesAtMost} of those that are built once`],
  ['docs/decisions.md', `and ${limits.sameReads} times by the same field`],
  ['docs/frontend.md', `\`totalCount\` counts as ${fieldsOfCount} fields`],
  ...boundsOfADocument.map((row) => ['docs/frontend.md', row] as const),
];

it('docs/frontend.md has no bound that the code has not', () => {
  const [, table = ''] = textOf('docs/frontend.md').split('| | at most |\n| --- | --- |\n');
  expect(table.split('\n\n')[0]?.split('\n').sort()).toEqual([...boundsOfADocument].sort());
});

it.each(said)('%s says: %s', (document, text) => {
  expect(textOf(document).replace(/\s+/g, ' ')).toContain(text);
});

it.each(['package.json', 'Dockerfile', 'bench/lib/service.mjs', 'docs/performance.md', 'docs/decisions.md'])(
  '%s gives the service the room that it was measured with',
  (file) => {
    const words = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replace(/['",]/g, '');
    expect(words).toContain(heapFlags.join(' '));
  },
);
