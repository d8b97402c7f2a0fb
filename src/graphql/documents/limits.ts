/**
 * Bounds of a GraphQL document, checked before it is validated or executed. Every walk is linear in the document: a
 * fragment is counted once and its sums are reused wherever it is spread; cycles are found on the way.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  visit,
} from 'graphql';
import { type Fragments, fragmentsOf } from './fragments.ts';
import { overlapsIn } from './overlaps.ts';
import { Reads, readFault, reading, readOf } from './reads.ts';

export const limits = {
  /** Levels of fields; the introspection query of common tools has 15. */
  depth: 20,
  /** Fields under another name, in the whole operation. */
  aliases: 50,
  /** Fields beside each other at the top. */
  rootFields: 20,
  /** Fields times the lists that repeat them. */
  cost: 100_000,
  /**
   * Fields that all subscriptions of a TPP may answer at an event, in one process: the fields of each times the greatest size
   * of their lists.
   */
  subscriptionFields: 200_000,
  /** Fields as they stand once fragments are put in, of all definitions together: what validation walks over. */
  fields: 10_000,
  /** Comparisons of fields with one response name: validation compares each pair. */
  overlaps: 50_000,
  /** Nodes within each other, of selections, values and types alike. */
  nesting: 200,
  /** Fragments within each other. */
  fragmentChain: 30,
  /** Characters of a name. */
  nameCharacters: 200,
  /** Tokens of a document: enough for a bulk payment of some hundred entries written into it. */
  tokens: 20_000,
} as const;

const need = 'readsInstruction';
/** The extensions of a field that is answered out of the instruction of a payment. */
export const readsInstruction = { [need]: true, ...reading('Payment.instruction') } as const;

/** What is wrong with a document, and the code that says so. */
interface DocumentFault {
  readonly code: 'BAD_REQUEST' | 'GRAPHQL_VALIDATION_FAILED';
  readonly text: string;
}

const tooMuch = (text: string): DocumentFault => ({ code: 'BAD_REQUEST', text });
const invalid = (text: string): DocumentFault => ({ code: 'GRAPHQL_VALIDATION_FAILED', text });

/** Sums over a selection with its fragments put in. */
interface Tally {
  readonly fields: number;
  readonly aliases: number;
  readonly depth: number;
  /** Fields beside each other at its own level. */
  readonly beside: number;
  readonly chain: number;
  /** Whether a field is answered out of the instruction of a payment. */
  readonly instructions: boolean;
  readonly reads: Reads;
}

const none: Tally = {
  fields: 0,
  aliases: 0,
  depth: 0,
  beside: 0,
  chain: 0,
  instructions: false,
  reads: new Reads(),
};

/** The reads stay those of the first, which takes in the others by itself: a copy for each field would cost much. */
const sum = (one: Tally, other: Tally): Tally => ({
  fields: one.fields + other.fields,
  aliases: one.aliases + other.aliases,
  depth: Math.max(one.depth, other.depth),
  beside: one.beside + other.beside,
  chain: Math.max(one.chain, other.chain),
  instructions: one.instructions || other.instructions,
  reads: one.reads,
});

/** What is known of an operation that may run, once it has been validated. */
export interface Measured {
  /** Whether it asks for what is answered out of the instructions of payments. */
  readonly readsInstructions: boolean;
  /** How often it reads from the database at most. */
  readonly reads: number;
}

/** Walks the whole document once; answers the first bound that it exceeds, or what the operation comes to. */
export function measure(
  document: DocumentNode,
  operation: OperationDefinitionNode | null,
  schema: GraphQLSchema,
): Measured | DocumentFault {
  const fault = shapeFault(document);
  if (fault) return fault;
  const fragments = fragmentsOf(document);
  const counting: Counting = { fragments, schema, tallies: new Map(), open: new Set() };
  let fields = 0;
  let own = none;
  try {
    for (const node of document.definitions) {
      const tally = tallyOf(counting, node as Definition);
      fields += tally.fields;
      if (node === operation) own = tally;
      if (tally.depth > limits.depth) return tooMuch(`a document may be ${limits.depth} levels deep`);
    }
  } catch (error) {
    if (error instanceof Found) return error.fault;
    throw error;
  }
  if (fields > limits.fields)
    return tooMuch(
      `a document may have ${limits.fields} fields, those of its fragments counted wherever they are spread`,
    );
  if (overlapsIn(document, fragments, limits.overlaps) > limits.overlaps)
    return tooMuch('too many fields of one name stand beside each other; ask for each field once');
  return (
    operationFault(own, operation?.operation, schema) ?? {
      readsInstructions: own.instructions,
      reads: own.reads.total(),
    }
  );
}

function operationFault(
  tally: Tally,
  operation: OperationTypeNode | undefined,
  schema: GraphQLSchema,
): DocumentFault | null {
  if (tally.beside > limits.rootFields)
    return tooMuch(`a document may have ${limits.rootFields} fields at the top`);
  if (tally.aliases > limits.aliases) return tooMuch(`a document may have ${limits.aliases} aliases`);
  // What a mutation shows is read after it has acted, and bounded by its cost.
  const fault = operation === 'mutation' ? null : readFault(schema, tally.reads);
  return fault === null ? null : tooMuch(fault);
}

/** Faults of single nodes, checked first, so that no later walk is deep and no message long. */
function shapeFault(document: DocumentNode): DocumentFault | null {
  let fault: DocumentFault | null = null;
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (fault) return false;
      if (ancestors.length > limits.nesting)
        fault = tooMuch(`a document may have ${limits.nesting} nodes and lists within each other`);
      if (node.kind === Kind.NAME && node.value.length > limits.nameCharacters)
        fault = tooMuch(`a name may have ${limits.nameCharacters} characters`);
      if (ancestors.length === 1 && Array.isArray(parent) && !isExecutable(node.kind))
        fault = invalid('a document may define operations and fragments alone');
      return undefined;
    },
  });
  return fault;
}

const isExecutable = (kind: string): boolean =>
  kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION;

/** Ends the count with a fault of the document. */
class Found extends Error {
  readonly fault: DocumentFault;
  constructor(fault: DocumentFault) {
    super(fault.text);
    this.fault = fault;
  }
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;
type Type = GraphQLOutputType | undefined;

interface Counting {
  readonly fragments: Fragments;
  readonly schema: GraphQLSchema;
  readonly tallies: Map<string, Tally>;
  /** The fragments that are being counted. */
  readonly open: Set<string>;
}

const tallyOf = (counting: Counting, node: Definition): Tally =>
  node.kind === Kind.FRAGMENT_DEFINITION
    ? tallyOfFragment(counting, node.name.value)
    : tallyOfSet(counting, node.selectionSet, counting.schema.getRootType(node.operation) ?? undefined);

function tallyOfFragment(counting: Counting, name: string): Tally {
  const { fragments, tallies, open } = counting;
  const fragment = fragments.get(name);
  if (!fragment) return none;
  const before = tallies.get(name);
  if (before) return before;
  if (open.has(name)) throw new Found(invalid(`the fragment "${name}" spreads itself`));
  open.add(name);
  if (open.size > limits.fragmentChain) throw new Found(tooLongChain());
  const type = namedType(counting, fragment.typeCondition.name.value);
  const inside = tallyOfSet(counting, fragment.selectionSet, type);
  open.delete(name);
  const tally = { ...inside, chain: inside.chain + 1 };
  if (tally.chain > limits.fragmentChain) throw new Found(tooLongChain());
  tallies.set(name, tally);
  return tally;
}

function namedType({ schema }: Counting, name: string): Type {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) ? type : undefined;
}

function tallyOfSet(counting: Counting, set: SelectionSetNode, type: Type): Tally {
  const reads = new Reads();
  return set.selections.reduce<Tally>(
    (total, one) => {
      const tally = tallyOfSelection(counting, one, type);
      reads.add(tally.reads);
      return sum(total, tally);
    },
    { ...none, reads },
  );
}

function tallyOfSelection(counting: Counting, one: SelectionNode, type: Type): Tally {
  if (one.kind === Kind.FIELD) return tallyOfField(counting, one, type);
  if (one.kind === Kind.FRAGMENT_SPREAD) return tallyOfFragment(counting, one.name.value);
  const { typeCondition: condition, selectionSet } = one;
  return tallyOfSet(counting, selectionSet, condition ? namedType(counting, condition.name.value) : type);
}

function tallyOfField(counting: Counting, field: FieldNode, parent: Type): Tally {
  const { schema } = counting;
  const owner = parent && getNamedType(parent);
  const definition = owner && fieldOf(schema, owner, field.name.value);
  const inside = field.selectionSet ? tallyOfSet(counting, field.selectionSet, definition?.type) : none;
  const read = definition && owner ? readOf(schema, owner, definition) : null;
  return {
    fields: 1 + inside.fields,
    aliases: (field.alias ? 1 : 0) + inside.aliases,
    depth: 1 + inside.depth,
    beside: 1,
    chain: inside.chain,
    instructions: inside.instructions || definition?.extensions[need] === true,
    reads: Reads.ofField(read, field, inside.reads),
  };
}

function fieldOf(schema: GraphQLSchema, type: GraphQLNamedType, name: string) {
  const meta = type === schema.getQueryType() && metaFields.find((field) => field.name === name);
  if (meta) return meta;
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}
const metaFields = [SchemaMetaFieldDef, TypeMetaFieldDef];

const tooLongChain = (): DocumentFault =>
  tooMuch(`fragments may spread each other ${limits.fragmentChain} deep`);
