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
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { giveWay } from '../../web/turns.ts';
import type { GraphQLContext } from '../context.ts';
import { isList } from './list-sizes.ts';
import { readOf } from './reads.ts';

/** How many fields are resolved without a pause. */
const fieldsInOneGo = 2_000;

export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) if (isList(field.type)) bound(field);
  }
  return schema;
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;
type Field = ReturnType<GraphQLObjectType['getFields']>[string];

function bound(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const pay = (items: unknown, context: GraphQLContext, info: GraphQLResolveInfo): unknown => {
    if (!Array.isArray(items)) return items;
    const fields = 1 + fieldsOf(info);
    if (!context.answer.takeFields(items.length * fields)) return [];
    return !context.answer.inOneGo && items.length * fields > fieldsInOneGo && readsNothing(info)
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

const judged = new WeakMap<SelectionSetNode, boolean>();

/**
 * Whether nothing that is asked of the items reads from the database: reads for a whole list must start together to be
 * batched.
 */
const readsNothing = ({ fieldNodes, fragments, schema, returnType }: GraphQLResolveInfo): boolean =>
  fieldNodes.every(({ selectionSet }) => alone(selectionSet, getNamedType(returnType), fragments, schema));

function alone(
  set: SelectionSetNode | undefined,
  type: GraphQLNamedType | undefined,
  fragments: Fragments,
  schema: GraphQLSchema,
): boolean {
  if (set === undefined) return true;
  const known = judged.get(set);
  if (known !== undefined) return known;
  const made = set.selections.every((one) => {
    if (one.kind === Kind.FIELD) {
      const field =
        isObjectType(type) || isInterfaceType(type) ? type.getFields()[one.name.value] : undefined;
      if (!type || !field) return true;
      return (
        readOf(schema, type, field) === null &&
        alone(one.selectionSet, getNamedType(field.type), fragments, schema)
      );
    }
    const part = one.kind === Kind.FRAGMENT_SPREAD ? fragments[one.name.value] : one;
    const on = part?.typeCondition?.name.value;
    return alone(part?.selectionSet, on === undefined ? type : schema.getType(on), fragments, schema);
  });
  judged.set(set, made);
  return made;
}

const counted = new WeakMap<SelectionSetNode, number>();

/** How many fields are asked of each item, at most. */
function fieldsOf({ fieldNodes, fragments, schema }: GraphQLResolveInfo): number {
  return fieldNodes.reduce((sum, { selectionSet }) => sum + fieldsIn(selectionSet, fragments, schema), 0);
}

/** An item is of one type: of what is asked of objects of different types, the most counts. */
function fieldsIn(set: SelectionSetNode | undefined, fragments: Fragments, schema: GraphQLSchema): number {
  if (set === undefined) return 0;
  const known = counted.get(set);
  if (known !== undefined) return known;
  let common = 0;
  const own = new Map<string, number>();
  for (const one of set.selections) {
    const part = one.kind === Kind.FRAGMENT_SPREAD ? fragments[one.name.value] : one;
    const fields = (one.kind === Kind.FIELD ? 1 : 0) + fieldsIn(part?.selectionSet, fragments, schema);
    const on = part && 'typeCondition' in part ? part.typeCondition?.name.value : undefined;
    if (on === undefined || !isObjectType(schema.getType(on))) common += fields;
    else own.set(on, fields + (own.get(on) ?? 0));
  }
  const fields = common + Math.max(0, ...own.values());
  counted.set(set, fields);
  return fields;
}
