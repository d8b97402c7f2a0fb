import type { QueryParameter } from '../../domain/fields/request-parts.ts';
import { type HeaderSpec, headerTable, type Presence } from '../../domain/headers.ts';
import type { Product } from '../../domain/payments/product.ts';
import { faultHeader, faultMeanings } from '../../domain/sandbox/faults.ts';
import type { AnyRoute } from '../route.ts';
import { type Components, componentName } from './components.ts';
import type { ParameterObject, Reference, SchemaJson } from './model.ts';

const productParameter = 'payment-product';
const documentedNameOf = (name: string) => (name === 'product' ? productParameter : name);

const parameterNamesOf = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => documentedNameOf(name));

/** `/v1/payments/{payment-product}/{paymentId}` for the path `/v1/payments/:product/:paymentId`. */
export const templateOf = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => `{${documentedNameOf(name)}}`);

export function pathParameters(path: string, products: readonly Product[]): readonly ParameterObject[] {
  const product = {
    description: 'The payment product.',
    schema: { type: 'string', enum: products.map(({ name }) => name) },
  };
  const id = {
    description: 'Identifier from an earlier response.',
    schema: { type: 'string', minLength: 1 },
  };
  return parameterNamesOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...(name === productParameter ? product : id),
  }));
}

export function queryParameters(
  query: readonly QueryParameter[],
  components: Components,
): readonly ParameterObject[] {
  return query.map(({ name, required, schema, description }) => ({
    name,
    in: 'query',
    required,
    description,
    schema: queryTypeOf(components.toSchemaJson(schema)),
  }));
}

/** Values in a query are texts. If only true and false, or only integers, are valid, the document has the type boolean or integer. */
function queryTypeOf(schema: SchemaJson): SchemaJson {
  if (Array.isArray(schema.enum) && schema.enum.join() === 'true,false') return { type: 'boolean' };
  const { type, format, minimum, maximum } = schema;
  return type === 'integer' ? { type, format, minimum, maximum } : schema;
}

/** The column OTHER of the header table has several POSTs. Of these, only the start of an authorisation requires a PSD2 role. */
export const startsAuthorisation = ({ method, headerColumn, operation }: AnyRoute): boolean =>
  method === 'POST' && headerColumn === 'OTHER' && operation.role !== null;

/**
 * A header that is '-' in the column may still be optional: x-accept-fix where it changes the response, any other header at the start of
 * an authorisation.
 */
export function presenceOf({ name, columns }: HeaderSpec, route: AnyRoute, sandbox: boolean): Presence {
  const columnPresence = columns[route.headerColumn];
  if (name === 'Digest') return digestPresence(columnPresence, route, sandbox);
  if (columnPresence !== '-') return columnPresence;
  const isOptional = name === 'x-accept-fix' ? route.obeysAcceptFix : startsAuthorisation(route);
  return isOptional ? 'O' : '-';
}

/** Outside a sandbox, every body that is sent needs a Digest. The body `none` may be left out, so its Digest is optional. */
function digestPresence(columnPresence: Presence, route: AnyRoute, sandbox: boolean): Presence {
  if (route.body === 'none') return route.method === 'GET' ? '-' : 'O';
  return columnPresence === 'R' || !sandbox ? 'R' : 'O';
}

export function headerParameters(
  route: AnyRoute,
  sandbox: boolean,
  components: Components,
): readonly Reference[] {
  return headerTable.flatMap((spec) => {
    const presence = presenceOf(spec, route, sandbox);
    if (presence === '-') return [];
    const { name, description, schema } = spec;
    const required = presence === 'R';
    const identityNote =
      name === 'PSU-ID' && required && route.headerColumn !== 'BASKET'
        ? ' X-PSU-IDENTITY may be sent instead.'
        : '';
    const usualSuffix = required ? 'Required' : 'Optional';
    // A header with the note is another component than the same header without it.
    const key = componentName(name, identityNote ? 'OrIdentity' : usualSuffix);
    return [
      components.addParameter(key, {
        name,
        in: 'header',
        required,
        description: description + identityNote,
        schema,
      }),
    ];
  });
}

export const faultParameter = (components: Components): Reference =>
  components.addParameter(componentName(faultHeader, 'Optional'), {
    name: faultHeader,
    in: 'header',
    required: false,
    description: 'Sandbox: a fault to play; docs/scenarios.md describes them.',
    schema: { type: 'string', examples: faultMeanings.map(({ value }) => value) },
  });
