import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { contentPattern } from '../../domain/notifications/request.ts';
import type { Product } from '../../domain/payments/product.ts';
import { catalogue, type Reason } from '../../domain/refusal.ts';
import { systemName } from '../../http/failure.ts';
import { requiresLogin } from '../../operations/authorisations/session.ts';
import { schemaOf } from '../answer.ts';
import { type AnyRoute, successResponsesOf } from '../route.ts';
import { contentHeader, supportHeader } from '../wire/notification.ts';
import { errorBody, exampleIds, exampleScaRedirect } from '../wire/schemas.ts';
import { type Components, componentName, exampleOf } from './components.ts';
import type { MediaObject, OperationObject, Reference, ResponseObject, SchemaJson } from './model.ts';
import { reasonsByStatus } from './reasons.ts';

const responseHeaders = {
  'X-Request-ID': {
    description: 'The X-Request-ID of the request.',
    schema: { type: 'string' },
  },
  'Idempotent-Replay': {
    description: 'true: this is the response to an earlier request with this X-Request-ID, byte for byte.',
    schema: { type: 'string', enum: ['true'] },
  },
  [supportHeader]: {
    description: 'With TPP-Notification-URI: whether the TPP will be notified.',
    schema: { type: 'boolean' },
  },
  [contentHeader]: {
    description: 'With TPP-Notification-URI: the changes about which the TPP will be notified.',
    schema: { type: 'string', pattern: contentPattern },
  },
  Link: {
    description: 'If there are more records: <the address of the next records>; rel="next".',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry.',
    schema: { type: 'integer', minimum: 0 },
  },
} satisfies Readonly<Record<string, SchemaJson>>;

const headersOf = (
  names: readonly (keyof typeof responseHeaders)[],
  components: Components,
): Readonly<Record<string, Reference>> =>
  Object.fromEntries(
    names.map((name) => [name, components.addHeader(componentName(name), responseHeaders[name])]),
  );

export function responsesOf(route: AnyRoute, products: readonly Product[], components: Components) {
  const successes = successResponsesOf(route).map(({ successStatus: status, answer }) => [
    status,
    successResponse(status, route, schemaOf(answer, products), components),
  ]);
  const errors = [...reasonsByStatus(route)].map(([status, reasons]) => [
    String(status),
    components.addResponse(componentName('Refusal', String(status), ...reasons), () =>
      failureResponse(status, reasons, components),
    ),
  ]);
  return Object.fromEntries([...successes, ...errors]) as OperationObject['responses'];
}

function successResponse(
  status: number,
  route: AnyRoute,
  schema: z.ZodType | null,
  components: Components,
): ResponseObject {
  const headers = headersOf(
    [
      'X-Request-ID',
      ...(route.operation.kind === 'write' ? (['Idempotent-Replay'] as const) : []),
      ...(route.notifies ? ([supportHeader, contentHeader] as const) : []),
      ...(route.linksToNext ? (['Link'] as const) : []),
    ],
    components,
  );
  if (schema === null) return { description: 'Done. The response has no body.', headers };
  const description = schema.meta()?.description ?? STATUS_CODES[status] ?? '';
  const media: MediaObject = { schema: components.toSchemaJson(schema), example: exampleOf(schema) };
  return { description, headers, content: { 'application/json': media } };
}

function failureResponse(status: number, reasons: readonly Reason[], components: Components): ResponseObject {
  const mayHaveRetryAfter = [409, 429, 503].includes(status);
  return {
    description: reasons.map((reason) => `${catalogue[reason].code}: ${catalogue[reason].text}`).join(' '),
    headers: headersOf(
      ['X-Request-ID', ...(mayHaveRetryAfter ? (['Retry-After'] as const) : [])],
      components,
    ),
    content: {
      'application/json': {
        schema: failureSchema(status, reasons, components),
        examples: examplesOf(reasons),
      },
    },
  };
}

function failureSchema(status: number, reasons: readonly Reason[], components: Components): SchemaJson {
  const bodyOf = (bodyReasons: readonly Reason[], extraProperties: SchemaJson = {}) => {
    const code = { type: 'string', enum: [...new Set(bodyReasons.map((reason) => catalogue[reason].code))] };
    const properties = { status: { type: 'integer', const: status }, code, ...extraProperties };
    return { type: 'object', properties, required: Object.keys(properties) };
  };
  const reasonsWithLink = reasons.filter(requiresLogin);
  const otherReasons = reasons.filter((reason) => !requiresLogin(reason));
  const _links = components.toSchemaJson(errorBody.shape._links.unwrap());
  // A refusal that requires a log-in has a link to the page. A client distinguishes the two shapes by the code.
  const shapes =
    reasonsWithLink.length === 0
      ? bodyOf(otherReasons)
      : { oneOf: [bodyOf(otherReasons), bodyOf(reasonsWithLink, { _links })] };
  return { allOf: [components.toSchemaJson(errorBody), shapes] };
}

function examplesOf(reasons: readonly Reason[]): NonNullable<MediaObject['examples']> {
  return Object.fromEntries(
    reasons.map((reason) => [reason, { summary: catalogue[reason].text, value: exampleBodyOf(reason) }]),
  );
}

function exampleBodyOf(reason: Reason) {
  const { code, status, text } = catalogue[reason];
  return {
    id: exampleIds.failure,
    system: systemName,
    status,
    code,
    message: text,
    tppMessages: [{ category: 'ERROR', code, text }],
    ...(requiresLogin(reason) ? { _links: { scaRedirect: exampleScaRedirect } } : {}),
  };
}
