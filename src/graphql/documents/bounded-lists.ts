/** Counts the fields of each list before its items are resolved. Other requests run while a long list is resolved. */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import { type WorkOwner, yieldToEventLoop } from '../../fairness/long-work.ts';
import type { GraphQLContext } from '../call.ts';
import { readsDatabase } from './reads.ts';
import { fieldsUnder } from './size.ts';

const fieldsPerIteration = 2_000;

export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (isListType(getNullableType(field.type))) limitField(field);
  }
  return schema;
}

function limitField(field: GraphQLField<unknown, GraphQLContext>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const hasReads = typeHasReads(getNamedType(field.type));
  const limitItems = (items: unknown, { call }: GraphQLContext, { fieldNodes }: GraphQLResolveInfo) => {
    if (!Array.isArray(items)) return items;
    const { responseLimit, workOwner } = call.parsed;
    const fieldsPerItem = 1 + fieldNodes.reduce((sum, node) => sum + fieldsUnder(node), 0);
    const fields = items.length * fieldsPerItem;
    const isWithinLimit = responseLimit.countFields(fields);
    // The refusal of the response limit will replace the result.
    if (!isWithinLimit) return [];
    if (hasReads || responseLimit.needsWholeLists || fields <= fieldsPerIteration) return items;
    return resolveInParts(workOwner, items, Math.max(1, Math.floor(fieldsPerIteration / fieldsPerItem)));
  };
  const resolveAndLimit: GraphQLFieldResolver<unknown, GraphQLContext> = (source, args, context, info) => {
    const items: unknown = resolve(source, args, context, info);
    return items instanceof Promise
      ? items.then((list) => limitItems(list, context, info))
      : limitItems(items, context, info);
  };
  field.resolve = resolveAndLimit;
}

/** Whether items of the type read from the database. A list of such items is resolved whole, so that a loader combines their reads. */
function typeHasReads(type: GraphQLNamedType, visitedTypes = new Set<GraphQLNamedType>()): boolean {
  if (visitedTypes.has(type)) return false;
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  visitedTypes.add(type);
  return Object.values(type.getFields()).some(
    (field) => readsDatabase(field) || typeHasReads(getNamedType(field.type), visitedTypes),
  );
}

/** The first part is resolved without waiting. Each other part waits for the previous part and for other requests. */
function resolveInParts<Item>(workOwner: WorkOwner, items: readonly Item[], partSize: number) {
  let part: Promise<unknown> = Promise.resolve();
  return items.map((item, index) => {
    if (index < partSize) return item;
    if (index % partSize === 0) part = part.then(() => yieldToEventLoop(workOwner));
    return part.then(() => item);
  });
}
