/**
 * Makes every list of the schema count its items before they are resolved (answer-size.ts). Long lists of plain values
 * are returned in parts, so that other requests are served in between.
 */
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Owner, yieldToEventLoop } from '../../fairness/long-work.ts';
import type { GraphQLContext } from '../request.ts';
import { isList, readOf } from './reads.ts';

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
  const pay = (
    items: unknown,
    { state: { size, owner } }: GraphQLContext,
    info: GraphQLResolveInfo,
  ): unknown => {
    if (!Array.isArray(items)) return items;
    const asked = askedOf(info);
    const fields = 1 + asked.fields;
    if (!size.takeFields(items.length * fields, items.length * asked.charge)) return [];
    return !size.inOneGo && items.length * fields > fieldsInOneGo && !asked.reads
      ? inParts(owner, items, Math.max(1, Math.floor(fieldsInOneGo / fields)))
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

/** What a selection asks of each item. */
interface Asked {
  /** How many fields, at most. */
  readonly fields: number;
  /** What its fields will be charged for besides, whatever they find. */
  readonly charge: number;
  /** Whether anything reads from the database: reads for a whole list must start together to be batched. */
  readonly reads: boolean;
}

const nothing: Asked = { fields: 0, charge: 0, reads: false };
const both = (one: Asked, other: Asked): Asked => ({
  fields: one.fields + other.fields,
  charge: one.charge + other.charge,
  reads: one.reads || other.reads,
});

const known = new WeakMap<SelectionSetNode, Asked>();

const askedOf = (info: GraphQLResolveInfo): Asked =>
  info.fieldNodes.reduce(
    (sum, { selectionSet }) => both(sum, askedIn(selectionSet, getNamedType(info.returnType), info)),
    nothing,
  );

/** An item is of one type: of what is asked of objects of different types, the most counts. */
function askedIn(
  set: SelectionSetNode | undefined,
  type: GraphQLNamedType | undefined,
  info: Pick<GraphQLResolveInfo, 'fragments' | 'schema'>,
): Asked {
  if (set === undefined) return nothing;
  const found = known.get(set);
  if (found !== undefined) return found;
  let common = nothing;
  const own = new Map<string, Asked>();
  for (const one of set.selections) {
    if (one.kind === Kind.FIELD) {
      common = both(common, askedBy(one, type, info));
      continue;
    }
    const part = one.kind === Kind.FRAGMENT_SPREAD ? info.fragments[one.name.value] : one;
    const on = part?.typeCondition?.name.value;
    const inside = askedIn(part?.selectionSet, on === undefined ? type : info.schema.getType(on), info);
    if (on === undefined || !isObjectType(info.schema.getType(on))) common = both(common, inside);
    else own.set(on, both(inside, own.get(on) ?? nothing));
  }
  const all = [...own.values()];
  const made = both(common, {
    fields: Math.max(0, ...all.map(({ fields }) => fields)),
    charge: 0,
    reads: all.some(({ reads }) => reads),
  });
  known.set(set, made);
  return made;
}

function askedBy(
  { name, selectionSet }: FieldNode,
  type: GraphQLNamedType | undefined,
  info: Pick<GraphQLResolveInfo, 'fragments' | 'schema'>,
): Asked {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined;
  const inside = askedIn(selectionSet, field && getNamedType(field.type), info);
  if (!type || !field) return { ...inside, fields: 1 + inside.fields };
  return {
    fields: 1 + inside.fields,
    // A list within may be empty, and an object may not be there.
    charge: chargeOf(field) + (isNonNullType(field.type) && !isList(field.type) ? inside.charge : 0),
    reads: inside.reads || readOf(info.schema, type, field) !== null,
  };
}

const chargeKey = 'charge';
/** The extensions of a field that is charged for as so many. */
export const chargedAs = (fields: number) => ({ [chargeKey]: fields });
const chargeOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): number =>
  Number(extensions[chargeKey] ?? 0);
