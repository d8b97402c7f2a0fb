/**
 * Makes every list of the schema count its items before they are resolved (answer-size.ts). Long lists of plain values
 * are returned in parts, so that other requests are served in between.
 */
import {
  defaultFieldResolver,
  type FragmentDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { giveWay } from '../../web/turns.ts';
import type { GraphQLContext } from '../context.ts';
import { isList } from './list-sizes.ts';

/** How many fields are resolved without a pause. */
const fieldsInOneGo = 2_000;

export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) if (isList(field.type)) bound(field);
  }
  return schema;
}

type Field = ReturnType<GraphQLObjectType['getFields']>[string];

function bound(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const alone = standsAlone(getNamedType(field.type));
  const pay = (items: unknown, context: GraphQLContext, info: GraphQLResolveInfo): unknown => {
    if (!Array.isArray(items)) return items;
    const fields = 1 + fieldsOf(info);
    if (!context.answer.takeFields(items.length * fields)) return [];
    return alone && !context.answer.inOneGo && items.length * fields > fieldsInOneGo
      ? inParts(items, Math.max(1, Math.floor(fieldsInOneGo / fields)))
      : items;
  };
  const bounded: GraphQLFieldResolver<unknown, GraphQLContext> = (source, args, context, info) => {
    const items: unknown = resolve(source, args, context, info);
    return items instanceof Promise
      ? items.then((found) => pay(found, context, info))
      : pay(items, context, info);
  };
  field.resolve = bounded;
}

/** The items; those behind the first part are promises that resolve after other requests have been served. */
function inParts<Item>(items: readonly Item[], size: number): readonly (Item | Promise<Item>)[] {
  let part: Promise<unknown> = Promise.resolve();
  return items.map((item, index) => {
    if (index < size) return item;
    if (index % size === 0) part = part.then(giveWay);
    return part.then(() => item);
  });
}

/**
 * True for types whose fields read nothing from the database: reads for a whole list must start together to be
 * batched.
 */
function standsAlone(type: GraphQLNamedType, seen = new Set<GraphQLNamedType>()): boolean {
  if (isLeafType(type) || seen.has(type)) return true;
  if (!isObjectType(type)) return false;
  seen.add(type);
  return Object.values(type.getFields()).every(
    (field) => field.args.length === 0 && standsAlone(getNamedType(field.type), seen),
  );
}

const counted = new WeakMap<SelectionSetNode, number>();

/** How many fields are asked of each item. */
function fieldsOf({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  return fieldNodes.reduce((sum, { selectionSet }) => sum + fieldsIn(selectionSet, fragments), 0);
}

function fieldsIn(
  set: SelectionSetNode | undefined,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number {
  if (set === undefined) return 0;
  const known = counted.get(set);
  if (known !== undefined) return known;
  let fields = 0;
  for (const one of set.selections) {
    if (one.kind === Kind.FRAGMENT_SPREAD)
      fields += fieldsIn(fragments[one.name.value]?.selectionSet, fragments);
    else fields += (one.kind === Kind.FIELD ? 1 : 0) + fieldsIn(one.selectionSet, fragments);
  }
  counted.set(set, fields);
  return fields;
}
