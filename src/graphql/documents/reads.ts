/**
 * How often a document makes the service read from the database, known before it runs: each field that reads does so
 * once for all objects of its list, and once more with other arguments or at another place. Bounded by what the schema
 * has, so that a screen of several lists is allowed and a heap of the same dear field is not.
 */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInterfaceType,
  isListType,
  isObjectType,
  print,
} from 'graphql';

const key = 'reads';

/** The extensions of a field that reads from the database; fields of one coordinate beside each other read once. */
export const reading = (coordinate: string) => ({ [key]: coordinate });

/** So many lists with all that is under them fit into one document. */
const listsAtOnce = 5;
/** One field that reads, with other arguments or at other places. */
export const sameReadsAtMost = 10;

export const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

type Field = GraphQLField<unknown, unknown>;
const ofQuery = 'Query.';

/** The coordinate of a field that reads, else null. All fields of Query do, some of them little. */
export function readOf(schema: GraphQLSchema, parent: GraphQLNamedType, field: Field): string | null {
  if (parent === schema.getQueryType()) return field.name.startsWith('__') ? null : `${ofQuery}${field.name}`;
  const coordinate: unknown = field.extensions[key];
  return typeof coordinate === 'string' ? coordinate : null;
}

/** Reads under a selection. More than any document may have are not counted further. */
export class Reads {
  /** At the level of the selection itself: the coordinate by the coordinate with its arguments. */
  readonly #here = new Map<string, string>();
  /** Below it: how often each coordinate stands there. */
  readonly #below = new Map<string, number>();

  /** A field with what it asks for. */
  static ofField(coordinate: string | null, node: FieldNode, inside: Reads): Reads {
    const made = new Reads();
    for (const [name, count] of inside.counts()) made.#below.set(name, count);
    if (coordinate !== null) made.#here.set(placeOf(coordinate, node), coordinate);
    return made;
  }

  /** Takes in what stands beside it. */
  add(other: Reads): void {
    for (const [name, count] of other.#below) this.#below.set(name, count + (this.#below.get(name) ?? 0));
    for (const [name, coordinate] of other.#here) {
      if (this.#here.size > countedAtMost) break;
      this.#here.set(name, coordinate);
    }
  }

  /** How often each coordinate is read, the most frequent first. */
  counts(): readonly (readonly [string, number])[] {
    const all = new Map(this.#below);
    for (const coordinate of this.#here.values()) all.set(coordinate, 1 + (all.get(coordinate) ?? 0));
    return [...all].sort(([, one], [, other]) => other - one);
  }

  total(): number {
    return this.counts().reduce((sum, [, count]) => sum + count, 0);
  }
}

/** Fields of Query read for each name that they are given, the others once for the same arguments. */
const placeOf = (coordinate: string, { name, alias, arguments: args = [] }: FieldNode): string =>
  coordinate.startsWith(ofQuery) ? (alias ?? name).value : `${coordinate} ${args.map(print).sort()}`;

const countedAtMost = 1_000;

const bounds = new WeakMap<GraphQLSchema, number>();

/** How many reads a document may make: the dearest lists of the schema with every field of every type under each. */
export function readsAtMost(schema: GraphQLSchema): number {
  const known = bounds.get(schema);
  if (known !== undefined) return known;
  const ofLists = dearestLists(schema).reduce((sum, { reads }) => sum + reads, 0);
  const made = Math.max(ofLists, sameReadsAtMost);
  bounds.set(schema, made);
  return made;
}

/** The lists that make the most reads, by their fields of Query. */
export function dearestLists(
  schema: GraphQLSchema,
): readonly { readonly name: string; readonly reads: number }[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ type }) => isList(type) || getNamedType(type).name.endsWith('Connection'))
    .map(({ name, type }) => ({ name, reads: 1 + readsUnder(schema, getNamedType(type), new Set()) }))
    .sort((one, other) => other.reads - one.reads)
    .slice(0, listsAtOnce);
}

function readsUnder(schema: GraphQLSchema, type: GraphQLNamedType, seen: Set<GraphQLNamedType>): number {
  if (seen.has(type)) return 0;
  const types = typesOf(schema, type);
  for (const one of types) seen.add(one);
  const fields = types.flatMap((one) =>
    isObjectType(one) || isInterfaceType(one) ? Object.values(one.getFields()) : [],
  );
  const own = new Set(fields.map((field) => readOf(schema, type, field)));
  own.delete(null);
  return fields.reduce((sum, field) => sum + readsUnder(schema, getNamedType(field.type), seen), own.size);
}

/** The type, and for an interface those that it stands for. */
const typesOf = (schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] =>
  isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];

/** What is wrong with so many reads, with the fields that make them; null when they are few enough. */
export function readFault(schema: GraphQLSchema, reads: Reads): string | null {
  const counts = reads.counts();
  const atMost = readsAtMost(schema);
  const [[first, most] = ['', 0]] = counts;
  if (most > sameReadsAtMost)
    return `the document asks ${most} times for ${first}, which reads from the database each time; ${sameReadsAtMost} times are allowed; ask in several requests`;
  const total = reads.total();
  if (total <= atMost) return null;
  const named = counts.slice(0, namedAtMost).map(([name, count]) => `${name} ${count}`);
  return `the document reads ${total} times from the database, ${atMost} times are allowed; most of all for ${named.join(', ')}; ask in several requests`;
}

const namedAtMost = 5;
