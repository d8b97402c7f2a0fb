/** The table of headers in the specification, with a column for each kind of operation. R: required, O: optional, -: absent. */

import { redirectUriFault, uriLengthAtMost } from './authorisations/redirect-uri.ts';
import {
  contentFault,
  contentPattern,
  notificationUriFault,
  type UriRules,
} from './notifications/request.ts';
import { type Fault, refuse } from './refusal.ts';
import { codePointLength, headerText, repetitionHint } from './values/text.ts';
import { isUuid } from './values/uuid.ts';

/** The columns B, C, D, E, F and G of the specification. OTHER: reads, deletions, and the start of an authorisation. */
const headerColumns = ['BASKET', 'SANDBOX_WRITE', 'OTHER', 'PERIODIC', 'SINGLE', 'BULK'] as const;
export type HeaderColumn = (typeof headerColumns)[number];
export type Presence = 'R' | 'O' | '-';
type Columns = Readonly<Record<HeaderColumn, Presence>>;

export interface HeaderSpec {
  readonly name: string;
  readonly columns: Columns;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Returns the text of the fault, or null. */
  readonly fault: (value: string, rules: UriRules) => string | null;
}

/** The check of a value, and the JSON Schema of OpenAPI. */
type ValueRule = readonly [fault: HeaderSpec['fault'], schema: HeaderSpec['schema']];

const anyValue: ValueRule = [() => null, { type: 'string' }];
const uuid: ValueRule = [
  (value) => (isUuid(value) ? null : 'must be a UUID'),
  { type: 'string', format: 'uuid' },
];
const alternatives = (values: readonly string[]): string =>
  values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`;
const oneOf = (...values: readonly string[]): ValueRule => [
  (value) => (values.includes(value) ? null : `must be ${alternatives(values)}`),
  { type: 'string', enum: values },
];
const printableFault =
  (max: number) =>
  (value: string): string | null =>
    /^[\x20-\x7e]+$/.test(value) && value.length <= max
      ? null
      : `must be 1 to ${max} printable ASCII characters`;
const printable = (max: number): ValueRule => [
  printableFault(max),
  { type: 'string', minLength: 1, maxLength: max, pattern: '^[ -~]+$' },
];
const atMost = (max: number): ValueRule => [
  (value) => (codePointLength(headerText(value)) <= max ? null : `must have at most ${max} characters`),
  { type: 'string', maxLength: max },
];

/** A repeated header arrives as one value, joined by `, `. If each part is valid, the fault also says how many values came. */
const withRepetitionHint =
  <Rules extends readonly unknown[]>(faultOf: (value: string, ...rules: Rules) => string | null) =>
  (value: string, ...rules: Rules): string | null => {
    const fault = faultOf(value, ...rules);
    if (fault === null) return null;
    const isValid = (part: string): boolean => faultOf(part, ...rules) === null;
    return fault + repetitionHint(value.split(', '), isValid);
  };

const requestIdLengthAtMost = 64;
export const requestIdFault = withRepetitionHint(printableFault(requestIdLengthAtMost));

export function wellFormedRequestId(headers: HeaderMap): string | undefined {
  const id = headers.get('x-request-id');
  return id !== null && requestIdFault(id) === null ? id : undefined;
}

/** A request without an X-Request-ID passes. */
export function requireWellFormedRequestId(headers: HeaderMap): void {
  const id = headers.get('x-request-id');
  const text = id ? requestIdFault(id) : null;
  if (text !== null) throw refuse('FORMAT_ERROR', { path: 'X-Request-ID', text });
}

/** Reads one letter for each of `headerColumns`, in their order. */
const readColumns = (letters: string): Columns =>
  Object.fromEntries(letters.split(' ').map((letter, index) => [headerColumns[index], letter])) as Columns;
const requiredAlways = readColumns('R R R R R R');
const requiredForCreation = readColumns('R - - R R R');
const optionalForCreation = readColumns('O - - O O O');
const optionalForPayments = readColumns('- - - O O O');

function row(name: string, columns: Columns, description: string, [fault, schema] = anyValue): HeaderSpec {
  return { name, columns, description, fault: withRepetitionHint(fault), schema };
}

/** In the order of the specification, without the headers of HTTP itself. */
export const headerTable: readonly HeaderSpec[] = [
  row(
    'x-accept-fix',
    readColumns('R - - R R O'),
    'Published future changes to switch on early, separated by commas. Unknown values are ignored with a WARNING.',
  ),
  row(
    'X-Request-ID',
    requiredAlways,
    'Id of this call, chosen by the TPP: 1 to 64 printable characters, unique per TPP.',
    printable(requestIdLengthAtMost),
  ),
  row('Date', requiredAlways, 'Time at which the request was signed, in the format of RFC 1123.'),
  row(
    'TPP-Session-ID',
    requiredForCreation,
    'The session of the TPP. Together with PSU-ID it identifies a session of the PSU.',
    printable(256),
  ),
  row(
    'TPP-Redirect-URI',
    requiredForCreation,
    `Address to which the PSU returns: an absolute https URI without user info or fragment, at most ${uriLengthAtMost} characters. A sandbox also accepts http on a loopback host.`,
    [redirectUriFault, { type: 'string', format: 'uri', maxLength: uriLengthAtMost }],
  ),
  row(
    'TPP-Notification-URI',
    optionalForPayments,
    'Address to which the bank posts changes of the payment: an https URI in a domain that the certificate names. A sandbox also accepts http and https on a loopback host.',
    [notificationUriFault, { type: 'string', format: 'uri', maxLength: uriLengthAtMost }],
  ),
  row(
    'TPP-Notification-Content-Preferred',
    optionalForPayments,
    'Content of the notifications to TPP-Notification-URI: each scaStatus (SCA), each transactionStatus (PROCESS), only the final transactionStatus (LAST). The default is status=PROCESS.',
    [contentFault, { type: 'string', pattern: contentPattern }],
  ),
  row(
    'TPP-Redirect-Preferred',
    optionalForCreation,
    'Send false to ask for approval in the bank app, if the bank has one. The default is true.',
    oneOf('true', 'false'),
  ),
  row(
    'TPP-Brand-Logging-Information',
    readColumns('- - - - O -'),
    'Brand of the TPP, shown to the PSU.',
    atMost(140),
  ),
  row(
    'Digest',
    readColumns('- R - R R R'),
    'Base64 of the SHA-256 or SHA-512 hash of the body: SHA-256=… (RFC 3230).',
  ),
  row('TPP-Signature-Certificate', requiredAlways, 'The signing certificate in Base64.'),
  row('Signature', requiredAlways, 'The signature of the request.'),
  row('PSU-ID', requiredForCreation, 'Identifier of the PSU at the TPP.', uuid),
  row(
    'X-PSU-IDENTITY',
    optionalForPayments,
    'National identity number, 11 digits. Send it instead of PSU-ID.',
    [
      (value) => (/^\d{11}$/.test(value) ? null : 'must be 11 digits'),
      { type: 'string', pattern: '^\\d{11}$' },
    ],
  ),
  row(
    'X-PSU-AuthMethod-Preferred',
    optionalForPayments,
    'Preferred method of authentication. The page preselects it if the bank supports it.',
    atMost(64),
  ),
  row(
    'PSU-Corporate-ID',
    optionalForCreation,
    'Customer number of the company, or id of its agreement. Required for a corporate PSU.',
    printable(140),
  ),
  row(
    'PSU-Context',
    optionalForCreation,
    'PRIVATE or CORPORATE. Required if the PSU is to log in and approve in one step (single SCA).',
    oneOf('PRIVATE', 'CORPORATE'),
  ),
  row('PSU-IP-Address', requiredForCreation, 'IP address of the client of the PSU.', printable(64)),
  row('PSU-IP-Port', optionalForCreation, 'Port of the client of the PSU.'),
  row('PSU-User-Agent', optionalForCreation, 'User-Agent header of the client of the PSU.'),
  row('PSU-Accept', optionalForCreation, 'Accept header of the client of the PSU.'),
  row('PSU-Accept-Charset', optionalForCreation, 'Accept-Charset header of the client of the PSU.'),
  row('PSU-Accept-Encoding', optionalForCreation, 'Accept-Encoding header of the client of the PSU.'),
  row('PSU-Accept-Language', optionalForCreation, 'Accept-Language header of the client of the PSU.'),
  row(
    'PSU-HTTP-Method',
    optionalForCreation,
    'Method by which the PSU called the TPP.',
    oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  ),
  row('PSU-Device-ID', optionalForCreation, 'Id of the device of the PSU.', uuid),
  row('PSU-Geo-Location', optionalForCreation, 'Location of the PSU in the format of RFC 5870.'),
];

export type HeaderReader = (name: string) => string | null;

/**
 * `get` and `has` take a name in any case, and the iterator returns names in lower case.
 * Repeated headers are joined with `, `. Each character of a value is one byte (ISO-8859-1).
 */
export interface HeaderMap {
  get(name: string): string | null;
  has(name: string): boolean;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

/** A signed GraphQL request sends these as headers, as in REST. It may send others, such as PSU-ID, as fields of its input. */
export const transportHeaders: ReadonlySet<string> = new Set([
  'x-accept-fix',
  'X-Request-ID',
  'Date',
  'Digest',
  'TPP-Signature-Certificate',
  'Signature',
]);

interface HeaderDemands extends UriRules {
  readonly uncheckedHeaders?: ReadonlySet<string>;
  /** Headers that are required although the column does not require them. */
  readonly alsoRequired?: readonly string[];
}

/** Missing headers come first. A header that the column lacks (-) is checked if it is sent. */
export function headerFaults(
  readHeader: HeaderReader,
  column: HeaderColumn,
  demands: HeaderDemands,
): readonly Fault[] {
  const missingFaults: Fault[] = [];
  const malformedFaults: Fault[] = [];
  for (const spec of headerTable) {
    if (demands.uncheckedHeaders?.has(spec.name)) continue;
    const value = readHeader(spec.name);
    if (value === null || value === '') {
      if (isRequired(spec, readHeader, column, demands))
        missingFaults.push(missingFault(spec.name, readHeader));
    } else {
      const text = spec.fault(value, demands);
      if (text !== null) malformedFaults.push({ path: spec.name, text });
    }
  }
  return [...missingFaults, ...malformedFaults];
}

function isRequired(
  { name, columns }: HeaderSpec,
  readHeader: HeaderReader,
  column: HeaderColumn,
  { alsoRequired = [] }: HeaderDemands,
): boolean {
  // X-PSU-IDENTITY replaces PSU-ID, except in a basket, whose column lacks X-PSU-IDENTITY.
  if (name === 'PSU-ID' && column !== 'BASKET' && readHeader('X-PSU-IDENTITY')) return false;
  if (name === 'PSU-Corporate-ID' && readHeader('PSU-Context') === 'CORPORATE') return true;
  return columns[column] === 'R' || alsoRequired.includes(name);
}

export const alwaysRequiredHeaders: readonly string[] = headerTable
  .filter((spec) => Object.values(spec.columns).every((presence) => presence === 'R'))
  .map(({ name }) => name);

export const faultsOfMissingHeaders = (
  readHeader: HeaderReader,
  names: readonly string[],
): readonly Fault[] =>
  names.filter((name) => !readHeader(name)).map((name) => missingFault(name, readHeader));

function missingFault(name: string, readHeader: HeaderReader): Fault {
  const text = `the header ${name} is required${missingHint(name, readHeader)}`;
  return { path: name, text, reason: 'HTTP_HEADER_REQUIRED' };
}

function missingHint(name: string, readHeader: HeaderReader): string {
  if (name === 'x-accept-fix') return ': send amount-as-string, which changes nothing';
  if (name === 'PSU-Corporate-ID') return ' for a corporate PSU';
  // A token of a sandbox is a credential for GraphQL only.
  return name === 'Signature' && readHeader('Authorization')
    ? '; Authorization does not replace it here'
    : '';
}
