import { knownFixes } from '../../src/domain/accept-fix.ts';
import { type HeaderSpec, headerTable, type Presence } from '../../src/domain/headers.ts';
import { presenceOf, startsAuthorisation, templateOf } from '../../src/rest/openapi/parameters.ts';
import type { AnyRoute } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { code, codes, head, table } from './markdown.ts';

interface Kind {
  readonly title: string;
  /** A row of the table of /v1. */
  readonly like: readonly [method: string, path: string];
  readonly notes: readonly string[];
}

const identityNote = 'You may send `X-PSU-IDENTITY` instead of `PSU-ID`.';
const corporateNote = 'Send `PSU-Corporate-ID` too if `PSU-Context` is `CORPORATE`.';
const corporateSessionNote =
  'Send `PSU-Corporate-ID` too if `PSU-Context` is `CORPORATE`, or if `PSU-Context` is absent and the session belongs to a corporate customer.';
const psuNotes = [identityNote, corporateSessionNote];

const kinds: readonly Kind[] = [
  {
    title: 'Create a single payment',
    like: ['POST', '/v1/payments/:product'],
    notes: [
      ...psuNotes,
      '[first-payment.md](first-payment.md#choose-a-psu-context) says what `PSU-Context` changes.',
    ],
  },
  { title: 'Create a bulk payment', like: ['POST', '/v1/bulk-payments/:product'], notes: psuNotes },
  { title: 'Create a periodic payment', like: ['POST', '/v1/periodic-payments/:product'], notes: psuNotes },
  {
    title: 'Create a signing basket',
    like: ['POST', '/v1/signing-baskets'],
    notes: [
      'The service verifies a `Digest` that you send. Outside a sandbox the `Digest` is required.',
      'All payments of the basket must have the same PSU and debtor account. The `PSU-ID` of the basket may differ from the `PSU-ID` of its payments.',
      'If you leave out `PSU-Context` or `PSU-Corporate-ID`, the basket takes it from its payments.',
      corporateSessionNote,
    ],
  },
  {
    title: 'Start an authorisation',
    like: ['POST', '/v1/payments/:product/:paymentId/authorisations'],
    notes: [
      'The same headers start a cancellation authorisation, and an authorisation of a bulk payment, a periodic payment or a basket.',
      'If you leave out the return address, `TPP-Redirect-Preferred` or the PSU, the service uses the values from the creation.',
      'The call needs no body. If you send a body, send its `Digest` too.',
      corporateNote,
    ],
  },
  {
    title: 'Read, cancel or delete',
    like: ['GET', '/v1/payments/:product/:paymentId'],
    notes: [
      'These headers apply to every GET and DELETE, also in the sandbox, and to `POST /v1/sandbox/initialize`.',
      'You may send the PSU headers. The service checks them.',
      'Reads of card transactions accept `x-accept-fix` too. `cardaccount-switch-originalamount-and-transactionamount` swaps the two amounts.',
    ],
  },
  {
    title: 'Change the sandbox',
    like: ['POST', '/v1/sandbox/customers'],
    notes: ['These headers apply to every POST and PUT under `/v1/sandbox` that has a body.'],
  },
];

export function headerSection(row: AnyRoute): string {
  const title = kinds.find(({ like: [, path] }) => columnOf(path) === row.headerColumn)?.title ?? '';
  const named = startsAuthorisation(row)
    ? 'Start an authorisation'
    : row.headerColumn === 'OTHER'
      ? 'Read, cancel or delete'
      : title;
  return `[${named.toLowerCase()}](headers.md#${named.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')})`;
}

const find = ([method, path]: Kind['like']): AnyRoute => {
  const row = routes.find((one) => one.method === method && one.path === path);
  if (row === undefined) throw new Error(`no row ${method} ${path}`);
  return row;
};
const columnOf = (path: string) =>
  routes.find((row) => row.path === path && row.method === 'POST')?.headerColumn;

const presencesOf = new Map(
  kinds.map((kind) => {
    const row = find(kind.like);
    return [kind, new Map(headerTable.map((spec) => [spec.name, presenceOf(spec, row, true)]))];
  }),
);

/** Required with every kind of call. */
const common = headerTable
  .map(({ name }) => name)
  .filter((name) => [...presencesOf.values()].every((one) => one.get(name) === 'R'));
/** Each kind of call takes all of them or none. */
const ofClient = headerTable
  .map(({ name }) => name)
  .filter((name) => /^PSU-(IP-Port|User-Agent|Accept|HTTP-Method|Device-ID|Geo-Location)/.test(name));

export function headersMarkdown(): string {
  return [
    head(
      'Headers',
      'src/domain/headers.ts',
      'This page lists every header of the REST interface, and says which calls need it.',
      '[signing.md](signing.md) says which headers you must sign, and how.',
      '',
      'The service checks all headers at once and names each faulty one in `path`:',
      '',
      '- A required header is missing or empty: 400 `HTTP_HEADER_REQUIRED`.',
      '- A value has the wrong form: 400 `FORMAT_ERROR`, also if the call does not need the header. For `Date`, `Digest`, `TPP-Signature-Certificate` and `Signature` the status is 401',
      '  ([signing.md](signing.md#find-out-why-a-request-was-refused)).',
      '',
      '## All headers',
      '',
      `Every call requires ${codes(common)}.`,
      'The sections below name the further headers that each kind of call requires.',
      '',
      table(
        ['Header', 'Value', 'Example', 'Meaning'],
        headerTable.map((spec) => [code(spec.name), shownValue(spec), exampleOf(spec), spec.description]),
      ),
      `The **client headers** describe the client of the PSU: ${codes(ofClient)}.`,
      '',
      '## Host, Content-Type and Accept',
      '',
      '- Send `Host` exactly once.',
      '- You may leave out `Content-Type`. With a body its value must be `application/json`, in UTF-8.',
      '- You may leave out `Accept`. If it excludes `application/json`, the response is 406.',
      '- `Accept-Charset`, `Accept-Encoding` and `Accept-Language` change nothing.',
      '',
      '## X-Request-ID',
      '',
      'Each request needs a new id. For a write, it is also an idempotency key of your TPP for all methods and paths: if you get no response, repeat the request with its id.',
      '',
      '- If you repeat a successful write within 72 hours, the service does not act again. You get the first response, byte for byte, with `Idempotent-Replay: true`. A GraphQL mutation gives the same outcome.',
      '- A request is the same if method, path, query, body and all headers that begin with `PSU-` or `X-PSU-` are the same, byte for byte. You may sign it again with a new `Date`.',
      '- Another request with this id gets 409 `CONFLICT`.',
      '- If the first request still runs, the service waits up to 5 seconds for its response. Then you get 409 with `Retry-After`.',
      '- A refused request has changed nothing. You may correct it and send it with the same id.',
      '- The service ignores the case of a UUID. The case of every other id counts.',
      '',
      '## TPP-Redirect-URI',
      '',
      'When the PSU has finished, the browser returns to this address. The bank keeps its query and adds parameters:',
      '',
      '- After a log-in or an approval: `psu-id` and `tpp-session-id`. Send these values in `PSU-ID` and `TPP-Session-ID` from then on.',
      '- After a rejection or a failure: `message`, a text in English.',
      '',
      'Anybody can open this address. Read the status before you act.',
      '',
      '## x-accept-fix',
      '',
      `The value is one or more of ${codes(knownFixes)}, separated by commas. Quotes are allowed.`,
      '',
      '- Send `amount-as-string` if the call requires the header and you need no special behaviour. The service always sends amounts as strings, except those of card transactions, which are integers ([cards.md](cards.md)).',
      '- The service ignores an unknown value and adds a WARNING to a successful response that can have `tppMessages`.',
      '- An empty header counts as a missing header.',
      '',
      '## X-Sandbox-Fault',
      '',
      'In a sandbox this header makes the bank delay, cut or refuse a request. [scenarios.md](scenarios.md#faults) lists its values.',
    ),
    ...kinds.map(sectionOf),
  ].join('\n');
}

function sectionOf(kind: Kind): string {
  const [method, path] = kind.like;
  return [
    `## ${kind.title}`,
    '',
    `For example ${code(`${method} ${templateOf(path)}`)}.`,
    '',
    ...rowOf('Required', kind, 'R'),
    ...rowOf('Optional', kind, 'O'),
    ...kind.notes.map((note) => `- ${note}`),
    '',
  ].join('\n');
}

/** The client headers count as one. */
function rowOf(title: string, kind: Kind, wanted: Presence): readonly string[] {
  const names = [...(presencesOf.get(kind) ?? [])].flatMap(([name, one]) => (one === wanted ? [name] : []));
  const own = names.filter((name) => !common.includes(name));
  const single = own.filter((name) => !ofClient.includes(name));
  const client = own.filter((name) => ofClient.includes(name));
  if (client.length !== 0 && client.length !== ofClient.length)
    throw new Error(`${kind.title} takes only some of the client headers`);
  const texts = [...single.map(code), ...(client.length > 0 ? ['the client headers'] : [])];
  return texts.length === 0 ? [] : [`- ${title}: ${texts.join(', ')}.`];
}

function shownValue({ name, schema }: HeaderSpec): string {
  if (name === 'x-accept-fix') return '[see below](#x-accept-fix)';
  if (Array.isArray(schema.enum)) return codes(schema.enum.map(String));
  if (schema.format === 'uuid') return 'UUID';
  if (name in otherValues) return otherValues[name] ?? '';
  const { minLength, maxLength } = schema;
  if (maxLength === undefined) return 'text';
  return minLength === undefined
    ? `at most ${maxLength} characters`
    : `${minLength} to ${maxLength} printable ASCII characters`;
}

const otherValues: Readonly<Record<string, string>> = {
  Date: 'RFC 1123, at most 300 seconds from the clock of the bank',
  Digest: '`SHA-256=` or `SHA-512=` and Base64',
  'TPP-Signature-Certificate': 'Base64 of the DER, on one line',
  Signature: '[signing.md](signing.md#the-signature-header)',
  'TPP-Redirect-URI': 'URI of at most 2048 characters',
  'TPP-Notification-URI': '[notifications.md](notifications.md#the-address)',
  'TPP-Notification-Content-Preferred': '`status=` and some of `SCA`, `PROCESS`, `LAST`',
  'X-PSU-IDENTITY': '11 digits',
};

const examples: Readonly<Record<string, string>> = {
  'x-accept-fix': 'amount-as-string',
  'X-Request-ID': '4b3c0d6e-5f70-4a5b-8c7d-112233445566',
  Date: 'Mon, 15 Jun 2026 12:00:00 GMT',
  'TPP-Session-ID': '5d0f2a5e-0b61-4b0e-9a2e-6f2a3c1d7e90',
  'TPP-Redirect-URI': 'http://localhost:4000/sandbox/return?state=1',
  'TPP-Notification-URI': 'http://localhost:3000/notifications',
  'TPP-Notification-Content-Preferred': 'status=SCA,PROCESS',
  'TPP-Redirect-Preferred': 'true',
  'TPP-Brand-Logging-Information': 'Acme Pay',
  Digest: 'SHA-256=TkXtR2Pvn/ts2cvrKWimfycl4Lln8oaWJhlgSG9AvEo=',
  'TPP-Signature-Certificate': 'MIID8DCCAtigAwIBAgII…',
  Signature: 'keyId="SN=1F2E…,CA=…",algorithm="rsa-sha256",headers="date …",signature="…"',
  'PSU-ID': '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  'X-PSU-IDENTITY': '13039319955',
  'X-PSU-AuthMethod-Preferred': 'sms',
  'PSU-Corporate-ID': '18129215603',
  'PSU-Context': 'PRIVATE',
  'PSU-IP-Address': '192.0.2.7',
  'PSU-IP-Port': '50123',
  'PSU-User-Agent': 'Mozilla/5.0',
  'PSU-Accept': 'text/html',
  'PSU-Accept-Charset': 'utf-8',
  'PSU-Accept-Encoding': 'gzip',
  'PSU-Accept-Language': 'nb, en;q=0.8',
  'PSU-HTTP-Method': 'POST',
  'PSU-Device-ID': '0e6f1c5a-7d3b-4a52-9c1e-2b8f4d6a0c11',
  'PSU-Geo-Location': 'geo:59.9139,10.7522',
};

function exampleOf({ name, fault }: HeaderSpec): string {
  const example = examples[name];
  if (example === undefined || fault(example, { sandbox: true }) !== null)
    throw new Error(`no good example of ${name}`);
  return code(example);
}
