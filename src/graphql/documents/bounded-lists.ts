/**
 * Makes every list of the schema count its items before they are resolved, because a document does not say how long a list
 * is. Long lists of plain values are resolved in parts, so that other requests run in between.
 */
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import { type Owner, yieldToEventLoop } from '../../fairness/long-work.ts';
import type { GraphQLContext } from '../context.ts';
import { isReading } from './reads.ts';
import { fieldsUnder } from './size.ts';

/** Fields resolved before a pause. */
const fieldsInOneGo = 2_000;

export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (isListType(getNullableType(field.type))) limitField(field);
  }
  return schema;
}

function limitField(field: ReturnType<GraphQLObjectType['getFields']>[string]): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const isPlain = !reads(getNamedType(field.type));
  const count = (items: unknown, { call }: GraphQLContext, { fieldNodes }: GraphQLResolveInfo): unknown => {
    if (!Array.isArray(items)) return items;
    const { size, owner } = call;
    const fields = fieldNodes.reduce((sum, node) => sum + fieldsUnder(node), 1);
    if (!size.takeFields(items.length * fields)) return [];
    if (!isPlain || size.inOneGo || items.length * fields <= fieldsInOneGo) return items;
    return inParts(owner, items, Math.max(1, Math.floor(fieldsInOneGo / fields)));
  };
  const countingResolver: GraphQLFieldResolver<unknown, GraphQLContext> = (source, args, context, info) => {
    const items: unknown = resolve(source, args, context, info);
    return items instanceof Promise
      ? items.then((list) => count(list, context, info))
      : count(items, context, info);
  };
  field.resolve = countingResolver;
}

/** Whether a field below reads from the database: such reads start together, to be batched. */
function reads(type: GraphQLNamedType, visitedTypes = new Set<GraphQLNamedType>()): boolean {
  if (visitedTypes.has(type) || !(isObjectType(type) || isInterfaceType(type))) return false;
  visitedTypes.add(type);
  return Object.values(type.getFields()).some(
    (field) => isReading(field) || reads(getNamedType(field.type), visitedTypes),
  );
}

/** The items. Those after the first part are promises that resolve after other requests were served. */
function inParts<Item>(
  owner: Owner,
  items: readonly Item[],
  size: number,
): readonly (Item | Promise<Item>)[] {
  let part: Promise<unknown> = Promise.resolve();
  return items.map((item, index) => {
    if (index < size) return item;
    if (index % size === 0) part = part.then(() => yieldToEventLoop(owner));
    return part.then(() => item);
  });
}
