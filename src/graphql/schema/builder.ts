import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin, { decodeGlobalID } from '@pothos/plugin-relay';
import ValidationPlugin from '@pothos/plugin-validation';
import { GraphQLScalarType, isObjectType } from 'graphql';
import { DateTimeISOResolver } from 'graphql-scalars';
import { writePath } from '../../domain/fields/path.ts';
import { refuse, refuseAll } from '../../domain/refusal.ts';
import { instantText, parseIsoDate } from '../../domain/values/iso-date.ts';
import type { GraphQLContext } from '../call.ts';
import './variants.ts';

const rfc3339 = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

export const LocalDate = new GraphQLScalarType<string, unknown>({
  name: 'LocalDate',
  description:
    'A calendar day, `full-date` of RFC 3339, such as 2026-01-31. It has no time and no time zone.',
  specifiedByURL: rfc3339,
  parseValue(value) {
    if (typeof value === 'string' && parseIsoDate(value) !== null) return value;
    throw new TypeError('LocalDate cannot represent a value that is not a date');
  },
});

// Without `parseLiteral`, graphql-js also reads literals with `parseValue`, so the checks below hold for them.
const { parseLiteral: _, ...dateTimeConfig } = DateTimeISOResolver.toConfig();

/** Throws a TypeError instead of a GraphQLError: then graphql-js reports the literal, which input-faults.ts needs. */
function readInstant(value: unknown): Date {
  try {
    return dateTimeConfig.parseValue(value);
  } catch {
    throw new TypeError('DateTime cannot represent a value that is not a time with its offset');
  }
}

export const DateTime = new GraphQLScalarType<number, unknown>({
  ...dateTimeConfig,
  description:
    'A moment, `date-time` of RFC 3339. Responses are in UTC with milliseconds, such as 2026-01-31T09:30:00.000Z; input may have another offset.',
  specifiedByURL: rfc3339,
  serialize(value) {
    if (typeof value === 'number') return instantText(value);
    throw new TypeError('a DateTime in a response must be epoch milliseconds');
  },
  parseValue(value) {
    const instant = readInstant(value);
    const year = instant.getUTCFullYear();
    if (year >= 1 && year <= 9_999) return instant.getTime();
    throw new TypeError('DateTime cannot represent a time outside the years 0001 to 9999');
  },
});

interface SchemaTypes {
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Context: GraphQLContext;
  Scalars: {
    LocalDate: { Input: string; Output: string };
    /** Epoch milliseconds. */
    DateTime: { Input: number; Output: number };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
  plugins: [RelayPlugin, ValidationPlugin, ComplexityPlugin, 'variants'],
  // documents/cost.ts checks the cost before execution.
  complexity: { disabled: true, defaultListMultiplier: 1_000 },
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    decodeGlobalID: (globalId) => {
      try {
        return decodeGlobalID(globalId);
      } catch {
        throw notGlobalId();
      }
    },
    nodeQueryOptions: {
      description:
        'Reads an object by its global id, which is the field `id` of every type that implements Node. `paymentId` and other ids of REST are not global ids.',
      args: { id: { description: 'The global id of the object.' } },
      resolve: (_, { id }, __, { schema }, resolveNode) => {
        const type = schema.getType(id.typename);
        if (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
          return resolveNode(id);
        throw notGlobalId();
      },
    },
    nodesQueryOptions: false,
    nodeTypeOptions: { description: 'An object with a global id.' },
    idFieldOptions: { description: 'Global id, which `node` takes.' },
    // The complexity of the connection already counts the items of the page.
    edgesFieldOptions: {
      complexity: { multiplier: 1 },
      description: 'The items of the page, each with its cursor.',
    },
    nodesOnConnection: {
      complexity: { multiplier: 1 },
      description: 'The items of the page, without their cursors.',
    },
    pageInfoFieldOptions: { description: 'Position of the page in the list.' },
    cursorFieldOptions: { description: 'The cursor of the item, for after and before.' },
    nodeFieldOptions: { description: 'The item.' },
    hasNextPageFieldOptions: {
      description:
        'Whether items follow the page. With `first` and `before`, only items that precede the cursor `before` count.',
    },
    hasPreviousPageFieldOptions: {
      description:
        'Whether items precede the page. With `last` and `after`, only items that follow the cursor `after` count.',
    },
    startCursorFieldOptions: { description: 'Cursor of the first item.' },
    endCursorFieldOptions: { description: 'Cursor of the last item.' },
    firstArgOptions: {
      description: 'Maximum number of items from the start of the list: 1 to 100, default 25.',
    },
    afterArgOptions: { description: 'Returns the items after this cursor.' },
    lastArgOptions: {
      description:
        'Maximum number of items from the end of the list: 1 to 100. Do not combine it with first.',
    },
    beforeArgOptions: { description: 'Returns the items before this cursor.' },
    pageInfoTypeOptions: { description: 'Position of a page in its list (Relay).' },
  },
  validation: {
    validationError: ({ issues }) =>
      refuseAll(
        issues.map((issue) => ({
          path: writePath(
            (issue.path ?? []).map((segment) => (typeof segment === 'object' ? segment.key : segment)),
          ),
          text: issue.message,
        })),
      ),
  },
});
builder.addScalarType('LocalDate', LocalDate);
builder.addScalarType('DateTime', DateTime);
builder.queryType({ description: 'Everything that a TPP can read.' });
builder.mutationType({
  description:
    'Everything that a TPP can do. Each mutation returns the resource, or the reasons why it was refused.',
});
builder.subscriptionType({ description: 'Changes that a TPP can subscribe to, by server-sent events.' });

const notGlobalId = () =>
  refuse('FORMAT_ERROR', { path: 'id', text: 'is not a global id: send the field id of a resource' });

/** The types of this builder, as Pothos has inferred them. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Inferred> ? Inferred : never;
/** The `t` of a query field. */
export type FieldBuilder = Parameters<Parameters<(typeof builder)['queryField']>[1]>[0];
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
