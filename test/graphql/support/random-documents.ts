/** Random documents of the schema, with fragments, and conditions on every kind of selection. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Pseudo-random numbers from the seed. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const everyCondition = [true, false].flatMap((a) => [true, false].map((b) => ({ a, b })));

const roots = ['payment', 'payments', 'viewer', 'sandboxAccounts', 'sandboxCustomers', 'sandboxCardAccounts'];
const someArguments: Readonly<Record<string, string>> = {
  paymentId: '$id',
  bookingStatus: 'both',
  first: '2',
};

interface Writing {
  readonly schema: GraphQLSchema;
  readonly next: () => number;
  readonly conditions: boolean;
  readonly fragments: { readonly name: string; readonly on: string; readonly body: string }[];
}

const deepest = 5;
const fragmentsAtMost = 8;

/** A query with this name, with the variables `id` (of a payment), `a` and `b`. */
export function randomDocument(
  schema: GraphQLSchema,
  seed: number,
  how: { readonly name: string; readonly conditions: boolean },
): string {
  const writing: Writing = { schema, next: chance(seed), conditions: how.conditions, fragments: [] };
  const query = schema.getType('Query') as GraphQLNamedType;
  // Every variable must be used, even without conditions.
  const uses = how.conditions
    ? 'payment(paymentId: $id) { __typename @include(if: $a) @skip(if: $b) }'
    : 'payment(paymentId: $id) { __typename }';
  const body = `{ ${uses} ${Array.from({ length: 3 }, () => selection(query, writing, 0)).join(' ')} }`;
  const fragments = writing.fragments.map(({ name, on, body }) => `fragment ${name} on ${on} ${body}`);
  const variables = `($id: String!${how.conditions ? ', $a: Boolean!, $b: Boolean!' : ''})`;
  return [`query ${how.name}${variables} ${body}`, ...fragments].join('\n');
}

const pick = <One>(some: readonly One[], next: () => number): One | undefined =>
  some[Math.floor(next() * some.length)];

function selectionSet(type: GraphQLNamedType, writing: Writing, depth: number): string {
  const count = 1 + Math.floor(writing.next() * 4);
  const selections = Array.from({ length: count }, () => selection(type, writing, depth));
  return `{ ${selections.join(' ')} }`;
}

function selection(type: GraphQLNamedType, writing: Writing, depth: number): string {
  // The root may have few fields, including those of its fragments.
  const kind = type.name === 'Query' && writing.next() < 0.6 ? 1 : writing.next();
  if (depth < deepest && kind < 0.15) return inlineFragment(type, writing, depth + 1);
  if (depth < deepest && kind < 0.4) return spread(type, writing, depth + 1);
  return field(type, writing, depth);
}

function inlineFragment(type: GraphQLNamedType, writing: Writing, depth: number): string {
  const narrow = isInterfaceType(type)
    ? pick(writing.schema.getPossibleTypes(type), writing.next)
    : undefined;
  const on = narrow ?? type;
  const head = narrow === undefined && writing.next() < 0.5 ? '...' : `... on ${on.name}`;
  return `${head}${condition(writing)} ${selectionSet(on, writing, depth)}`;
}

function spread(type: GraphQLNamedType, writing: Writing, depth: number): string {
  const { fragments, next } = writing;
  const alike = fragments.filter(({ on }) => on === type.name);
  const again = next() < 0.6 || fragments.length >= fragmentsAtMost ? pick(alike, next) : undefined;
  if (again !== undefined) return `...${again.name}${condition(writing)}`;
  const body = selectionSet(type, writing, depth);
  const name = `F${fragments.length}`;
  fragments.push({ name, on: type.name, body });
  return `...${name}${condition(writing)}`;
}

function field(type: GraphQLNamedType, writing: Writing, depth: number): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
  const some = Object.values(type.getFields()).filter((one) => isAskable(type, one, depth));
  const one = pick(some, writing.next);
  if (one === undefined) return `__typename${condition(writing)}`;
  const named = getNamedType(one.type);
  const inside = isLeafType(named) ? '' : ` ${selectionSet(named, writing, depth + 1)}`;
  return `${one.name}${argumentsOf(one)}${condition(writing)}${inside}`;
}

function isAskable(type: GraphQLNamedType, one: GraphQLField<unknown, unknown>, depth: number): boolean {
  if (type.name === 'Query' && !roots.includes(one.name)) return false;
  if (one.args.some((arg) => isRequiredArgument(arg) && !(arg.name in someArguments))) return false;
  return depth < deepest || isLeafType(getNamedType(one.type));
}

function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(({ name }) => name in someArguments);
  return given.length === 0
    ? ''
    : `(${given.map(({ name }) => `${name}: ${someArguments[name]}`).join(', ')})`;
}

const conditionals = ['@include', '@skip'];
const truths = ['$a', '$b', '$a', '$b', 'true', 'false'];

function condition({ conditions, next }: Writing): string {
  if (!conditions || next() < 0.6) return '';
  const one = () => `${pick(conditionals, next)}(if: ${pick(truths, next)})`;
  const first = one();
  const other = next() < 0.1 ? one() : first;
  return other.slice(0, 3) === first.slice(0, 3) ? ` ${first}` : ` ${first} ${other}`;
}
