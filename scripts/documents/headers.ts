/** docs/headers.md: the headers of each kind of call. */
import { type HeaderSpec, headerTable, knownFixes } from '../../src/domain/headers.ts';
import { presence } from '../../src/rest/openapi/parameters.ts';
import type { AnyRoute } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { code, codes, head, table } from './markdown.ts';

interface Kind {
  readonly title: string;
  /** A typical route of the kind. */
  readonly like: readonly [method: string, path: string];
  readonly notes: readonly string[];
}

const psuNote =
  '`X-PSU-IDENTITY` may stand in the place of `PSU-ID`. `PSU-Corporate-ID` is required with `PSU-Context: CORPORATE`, and in the session of a corporate customer.';
const signed = 'What must be signed, and how, is in [signing.md](signing.md).';

const kinds: readonly Kind[] = [
  {
    title: 'Creating a single payment',
    like: ['POST', '/v1/payments/:product'],
    notes: [
      psuNote,
      'What `PSU-Context` changes is told in [first-payment.md](first-payment.md#what-psu-context-changes).',
    ],
  },
  { title: 'Creating a bulk payment', like: ['POST', '/v1/bulk-payments/:product'], notes: [psuNote] },
  {
    title: 'Creating a periodic payment',
    like: ['POST', '/v1/periodic-payments/:product'],
    notes: [psuNote],
  },
  {
    title: 'Creating a signing basket',
    like: ['POST', '/v1/signing-baskets'],
    notes: [
      'A `Digest` is verified when it is sent, and demanded outside a sandbox. The payments must share one PSU; the `PSU-ID` sent here is that of the basket, and may be another. `PSU-Corporate-ID` is required with `PSU-Context: CORPORATE`.',
    ],
  },
  {
    title: 'Starting an authorisation',
    like: ['POST', '/v1/payments/:product/:paymentId/authorisations'],
    notes: [
      'The same for cancellation authorisations and those of bulk and periodic payments and of baskets. What is not sent is taken from the creation: where the PSU returns to, who they are. A body is not needed; with one, send its `Digest`. `PSU-Corporate-ID` is required with `PSU-Context: CORPORATE`.',
    ],
  },
  {
    title: 'Reading, cancelling and deleting',
    like: ['GET', '/v1/payments/:product/:paymentId'],
    notes: [
      'The same for every GET and DELETE, in the sandbox too, and for `POST /v1/sandbox/initialize`. PSU headers are welcome, and checked when sent. Reading card transactions takes `x-accept-fix` as well: `cardaccount-switch-originalamount-and-transactionamount` swaps the two amounts.',
    ],
  },
  {
    title: 'Changing the sandbox',
    like: ['POST', '/v1/sandbox/customers'],
    notes: ['The same for every POST and PUT under `/v1/sandbox` that takes a body.'],
  },
];

/** The section of docs/headers.md for a route. */
export function headerSection(row: AnyRoute): string {
  const title = kinds.find(({ like: [, path] }) => columnOf(path) === row.headers)?.title ?? '';
  const starts = row.method === 'POST' && row.headers === 'D' && row.operation.role !== null;
  const named = starts
    ? 'Starting an authorisation'
    : row.headers === 'D'
      ? 'Reading, cancelling and deleting'
      : title;
  return `[${named.toLowerCase()}](headers.md#${named.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')})`;
}

const find = ([method, path]: Kind['like']): AnyRoute => {
  const row = routes.find((one) => one.method === method && one.path === path);
  if (row === undefined) throw new Error(`no row ${method} ${path}`);
  return row;
};
const columnOf = (path: string) => routes.find((row) => row.path === path && row.method === 'POST')?.headers;

export function headersMarkdown(): string {
  return [
    head(
      'Headers',
      'src/domain/headers.ts',
      'This page lists the headers of each kind of call. A required header that is missing or empty is refused with 400',
      '`HTTP_HEADER_REQUIRED`, a malformed value with 400 `FORMAT_ERROR`. The response names every faulty header in `path`.',
      `${signed}`,
      '',
      'Send `Host` once. `Content-Type` is optional; with a body it must be `application/json` in UTF-8.',
      '`Accept` is optional; a value that excludes `application/json` is refused with 406. `Accept-Charset`, `Accept-Encoding` and',
      '`Accept-Language` have no effect.',
      '',
      '## x-accept-fix',
      '',
      `Send one or more of ${codes(knownFixes)}, separated by commas, with or without quotes. If you need no special behaviour, send`,
      '`amount-as-string`, which is the default: amounts are strings, except in card transactions, where they are integers',
      '([cards.md](cards.md)). An unknown value is ignored and returns a WARNING. An empty value counts as missing: if the header is',
      'required, the response is 400 `HTTP_HEADER_REQUIRED`.',
    ),
    ...kinds.map(sectionOf),
  ].join('\n');
}

function sectionOf({ title, like, notes }: Kind): string {
  const row = find(like);
  const rows = headerTable.flatMap((spec) => {
    const demand = presence(spec, row, true);
    return demand === '-'
      ? []
      : [
          [
            code(spec.name),
            demand === 'R' ? 'yes' : 'no',
            shownValue(spec),
            exampleOf(spec),
            spec.description,
          ],
        ];
  });
  const heads = ['Header', 'Required', 'Value', 'Example', 'Meaning'];
  return [
    `## ${title}`,
    '',
    `As ${code(`${like[0]} ${like[1].replace(/:(\w+)/g, '{$1}')}`)}.`,
    ...notes,
    '',
    table(heads, rows),
  ].join('\n');
}

function shownValue({ name, schema }: HeaderSpec): string {
  if (name === 'x-accept-fix') return '[see above](#x-accept-fix)';
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
  'X-PSU-IDENTITY': '11 digits',
};

const examples: Readonly<Record<string, string>> = {
  'x-accept-fix': 'amount-as-string',
  'X-Request-ID': '4b3c0d6e-5f70-4a5b-8c7d-112233445566',
  Date: 'Mon, 15 Jun 2026 12:00:00 GMT',
  'TPP-Session-ID': '5d0f2a5e-0b61-4b0e-9a2e-6f2a3c1d7e90',
  'TPP-Redirect-URI': 'http://localhost:4000/sandbox/return?state=1',
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
