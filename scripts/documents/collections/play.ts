/** Every REST operation once, in an order that a sandbox can play. */
import { isObject } from '../../../src/domain/fields/shared.ts';
import {
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  resolve,
  type SchemaJson,
} from '../../../src/rest/openapi/model.ts';

export interface PlayRequest {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  /** From the root of the service, with `{{variables}}`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
  /** Fields of the response, by the variables that store them. */
  readonly saves: Readonly<Record<string, string>>;
  /** Values by paths in the response. */
  readonly expects: Readonly<Record<string, string>>;
}

type Changes = Partial<Pick<PlayRequest, 'id' | 'name' | 'path' | 'body' | 'status' | 'saves'>> & {
  /** For path parameters whose variable has another name. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** `METHOD path` of the document. */
type Entry = readonly [call: string, changes?: Changes] | PlayRequest;

/** A request sends the headers that it needs. */
const headerValues: Readonly<Record<string, string>> = {
  'x-accept-fix': 'amount-as-string',
  'TPP-Session-ID': '{{sessionId}}',
  'TPP-Redirect-URI': '{{redirectUri}}',
  'PSU-ID': '{{psuId}}',
  'PSU-IP-Address': '{{ipAddress}}',
};
const signatureHeaders = new Set([
  'X-Request-ID',
  'Date',
  'Digest',
  'TPP-Signature-Certificate',
  'Signature',
]);

export const startValues: Readonly<Record<string, string>> = {
  baseUrl: 'http://localhost:4000',
  psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  sessionId: 'session-1',
  redirectUri: 'http://localhost:4000/sandbox/return',
  ipAddress: '192.0.2.7',
};

export function playOf(document: OpenApiDocument) {
  const operations = new Map(
    operationsOf(document).map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
  const playedCalls = new Set<string>();
  const folders = document.tags.map(({ name, 'x-displayName': title, description }) => {
    const requests = (entries[name]?.([...operations.keys()]) ?? []).map((entry) => {
      if ('id' in entry) return entry;
      const [call, changes = {}] = entry;
      const operation = operations.get(call);
      if (operation === undefined) throw new Error(`The document has no ${call}.`);
      playedCalls.add(call);
      return requestOf(document, call, operation, changes);
    });
    return { name, title, description, requests };
  });
  const missing = [...operations.keys()].filter((call) => !playedCalls.has(call));
  if (missing.length > 0)
    throw new Error(`Give these a place in ${import.meta.filename}: ${missing.join(', ')}.`);
  return folders;
}

function requestOf(
  document: OpenApiDocument,
  call: string,
  operation: OperationObject,
  changes: Changes,
): PlayRequest {
  const [method = '', template = ''] = call.split(' ');
  const parameters = operation.parameters.map((parameter) => resolve<ParameterObject>(document, parameter));
  const { variables = {}, ...rest } = changes;
  const path = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const values = parameters.find((parameter) => parameter.name === name)?.schema.enum;
    return Array.isArray(values) ? String(values[0]) : `{{${variables[name] ?? name}}}`;
  });
  const query = queryOf(document, parameters);
  const [status = ''] = Object.keys(operation.responses);
  return {
    id: operation.operationId,
    name: operation.summary,
    description: operation.description,
    method,
    path,
    query,
    headers: headersOf(parameters),
    body: bodyOf(operation, query),
    status: Number(status),
    saves: {},
    expects: {},
    ...rest,
  };
}

/** A play after another one makes the same payments, so each creation asks for a duplicate. */
function queryOf(
  document: OpenApiDocument,
  parameters: readonly ParameterObject[],
): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const { name, in: where, required, schema } of parameters) {
    if (where !== 'query') continue;
    const { enum: values } = resolve<SchemaJson>(document, schema);
    if (name === 'allowLogicalDuplicate') query[name] = 'true';
    else if (required && Array.isArray(values)) query[name] = String(values[0]);
  }
  return query;
}

/** A payment that may not be a duplicate gets a text of its own. */
function bodyOf({ requestBody }: OperationObject, query: object): unknown {
  if (!requestBody?.required) return undefined;
  const { example } = requestBody.content['application/json'];
  if (!isObject(example) || 'allowLogicalDuplicate' in query) return example;
  const { remittanceInformationUnstructured: text } = example;
  return text === undefined
    ? example
    : { ...example, remittanceInformationUnstructured: `${text} {{$guid}}` };
}

function headersOf(parameters: readonly ParameterObject[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, in: where, required } of parameters) {
    if (where !== 'header' || !required || signatureHeaders.has(name)) continue;
    const value = headerValues[name];
    if (value === undefined) throw new Error(`Give the header ${name} a value.`);
    headers[name] = value;
  }
  // The PSU logs in and approves in one step.
  return 'PSU-ID' in headers ? { ...headers, 'PSU-Context': 'PRIVATE' } : headers;
}

const entries: Readonly<Record<string, (calls: readonly string[]) => readonly Entry[]>> = {
  payments: (calls) => [
    ...paymentEntries(calls, 'payments', 'payment'),
    [
      'DELETE /v1/payments/{payment-product}/{paymentId}',
      {
        id: 'cancelSepaPayment',
        name: 'Cancel a payment before its approval',
        path: '/v1/payments/sepa-credit-transfers/{{sepaPaymentId}}',
        status: 204,
      },
    ],
  ],
  'bulk-payments': (calls) => paymentEntries(calls, 'bulk-payments', 'bulkPayment'),
  'periodic-payments': (calls) => paymentEntries(calls, 'periodic-payments', 'periodicPayment'),
  'signing-baskets': basketEntries,
  sandbox: sandboxEntries,
};

function paymentEntries(calls: readonly string[], service: string, prefix: string): readonly Entry[] {
  const payment = `/v1/${service}/{payment-product}/{paymentId}`;
  const creations = calls.filter((call) => call.startsWith(`POST /v1/${service}/`) && !call.includes('{'));
  const [paymentId, authorisationId, cancellationId] = ['Id', 'AuthorisationId', 'CancellationId'].map(
    (end) => prefix + end,
  ) as [string, string, string];
  const withIds = { variables: { paymentId, authorisationId } };
  return [
    ...creations.map((call, index): Entry => {
      if (index === 0) return [call, { saves: { [paymentId]: 'paymentId' } }];
      return [call, call.endsWith('/sepa-credit-transfers') ? { saves: { sepaPaymentId: 'paymentId' } } : {}];
    }),
    [`GET ${payment}`, withIds],
    [`GET ${payment}/status`, withIds],
    [`POST ${payment}/authorisations`, { ...withIds, saves: { [authorisationId]: 'authorisationId' } }],
    [`GET ${payment}/authorisations`, withIds],
    [`GET ${payment}/authorisations/{authorisationId}`, withIds],
    approval(service, authorisationId),
    [`DELETE ${payment}`, { ...withIds, name: 'Cancel a payment after its approval', status: 202 }],
    [
      `POST ${payment}/cancellation-authorisations`,
      { ...withIds, saves: { [cancellationId]: 'authorisationId' } },
    ],
    [
      `GET ${payment}/cancellation-authorisations/{authorisationId}`,
      { variables: { paymentId, authorisationId: cancellationId } },
    ],
  ];
}

function approval(service: string, variable: string): PlayRequest {
  return {
    id: `approve-${service}`,
    name: 'Approve as the PSU',
    description:
      'A PSU approves on the pages of the bank. In a sandbox this mutation approves in their place.',
    method: 'POST',
    path: '/graphql',
    query: {},
    headers: {},
    body: {
      query:
        'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { code path text } } }',
      variables: { input: { authorisationId: `{{${variable}}}`, outcome: 'APPROVE' } },
    },
    status: 200,
    saves: {},
    expects: { 'data.completeAuthorisation.authorisation.scaStatus': 'finalised' },
  };
}

function basketEntries(calls: readonly string[]): readonly Entry[] {
  const basket = '/v1/signing-baskets/{basketId}';
  const creation = calls.find((call) => call.startsWith('POST /v1/payments/')) ?? '';
  const withIds = { variables: { authorisationId: 'basketAuthorisationId' } };
  return [
    [
      creation,
      {
        id: 'createPaymentForBasket',
        name: 'Create a payment for the basket',
        saves: { basketPaymentId: 'paymentId' },
      },
    ],
    [
      'POST /v1/signing-baskets',
      { body: { paymentIds: ['{{basketPaymentId}}'] }, saves: { basketId: 'basketId' } },
    ],
    [`GET ${basket}`],
    [`GET ${basket}/status`],
    [`POST ${basket}/authorisations`, { saves: { basketAuthorisationId: 'authorisationId' } }],
    [`GET ${basket}/authorisations`],
    [`GET ${basket}/authorisations/{authorisationId}`, withIds],
    [`DELETE ${basket}`],
  ];
}

/** The reset comes first: the other examples need the customers of the start. */
function sandboxEntries(calls: readonly string[]): readonly Entry[] {
  const own = calls.filter((call) => call.includes(' /v1/sandbox/'));
  const isDeletion = (call: string) => call.startsWith('DELETE ');
  const others = own.filter((call) => !isDeletion(call));
  const ordered = [
    ...others.filter((call) => call.endsWith('/initialize')),
    ...others.filter((call) => !call.endsWith('/initialize')),
    // A longer path belongs to a part of the resource, and goes before the resource.
    ...own.filter(isDeletion).sort((one, other) => other.length - one.length),
  ];
  const ids: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'POST /v1/sandbox/customers': { customerId: 'customerId' },
    'POST /v1/sandbox/accounts': { mockAccountId: 'resourceId' },
    'POST /v1/sandbox/card-accounts': { mockCardAccountId: 'resourceId' },
    'POST /v1/sandbox/agreements': { mockAgreementId: 'id' },
    'POST /v1/sandbox/agreements/{mockAgreementId}/engagements': { engagementId: 'id' },
  };
  return ordered.map((call) => [call, { saves: ids[call] ?? {} }]);
}
