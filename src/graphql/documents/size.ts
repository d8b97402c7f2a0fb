/** Bounds of a document with expanded fragments. Each fragment is counted once, so the count is linear. */
import { type FieldNode, type GraphQLError, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import { type DocumentSource, invalid, limits, tooMuch } from './limits.ts';

interface Size {
  readonly fields: number;
  readonly aliases: number;
  readonly depth: number;
  /** Fields on its own level. */
  readonly beside: number;
  /** Depth of fragments. */
  readonly chain: number;
}
const none: Size = { fields: 0, aliases: 0, depth: 0, beside: 0, chain: 0 };
const sum = (one: Size, other: Size): Size => ({
  fields: one.fields + other.fields,
  aliases: one.aliases + other.aliases,
  depth: Math.max(one.depth, other.depth),
  beside: one.beside + other.beside,
  chain: Math.max(one.chain, other.chain),
});

/** Fields that `totalCount` counts for: it reads a thousand items from an index. */
export const fieldsOfCount = 100;

export function sizeFault({ document, fragments }: DocumentSource): GraphQLError | null {
  const count: Count = { fragments, sizes: new Map(), open: new Set(), fault: null };
  let fields = 0;
  for (const node of document.definitions) {
    if (!('selectionSet' in node)) continue;
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    const size = isOperation ? ofSet(count, node.selectionSet) : ofFragment(count, node.name.value);
    const fault = count.fault ?? faultOf(size, isOperation);
    if (fault) return fault;
    fields += size.fields;
  }
  if (fields <= limits.fields) return null;
  return tooMuch(
    `a document may have ${limits.fields} fields, those of its fragments counted wherever they are spread`,
  );
}

function faultOf({ depth, beside, aliases }: Size, isOperation: boolean): GraphQLError | null {
  if (depth > limits.depth) return tooMuch(`a document may be ${limits.depth} levels deep`);
  if (!isOperation) return null;
  if (beside > limits.rootFields)
    return tooMuch(`a document may have ${limits.rootFields} fields at the top`);
  return aliases > limits.aliases ? tooMuch(`a document may have ${limits.aliases} aliases`) : null;
}

interface Count extends Pick<DocumentSource, 'fragments'> {
  readonly sizes: Map<string, Size>;
  readonly open: Set<string>;
  fault: GraphQLError | null;
}

function ofFragment(count: Count, name: string): Size {
  const { sizes, open, fragments } = count;
  const fragment = fragments.get(name);
  const before = sizes.get(name);
  if (before || count.fault || !fragment) return before ?? none;
  if (open.has(name)) count.fault = invalid(`the fragment "${name}" spreads itself`);
  open.add(name);
  const inside = open.size > limits.fragmentChain ? none : ofSet(count, fragment.selectionSet);
  open.delete(name);
  const size = { ...inside, chain: inside.chain + 1 };
  if (open.size + size.chain > limits.fragmentChain)
    count.fault ??= tooMuch(`fragments may spread each other ${limits.fragmentChain} deep`);
  sizes.set(name, size);
  return size;
}

const fieldsOfSets = new WeakMap<SelectionSetNode, number>();
/** Fields below a field, in a document within its bounds. */
export const fieldsUnder = ({ selectionSet }: FieldNode): number =>
  selectionSet ? (fieldsOfSets.get(selectionSet) ?? 0) : 0;

function ofSet(count: Count, set: SelectionSetNode): Size {
  let size = none;
  for (const one of set.selections) size = sum(size, ofSelection(count, one));
  fieldsOfSets.set(set, size.fields);
  return size;
}

function ofSelection(count: Count, one: SelectionNode): Size {
  if (one.kind === Kind.INLINE_FRAGMENT) return ofSet(count, one.selectionSet);
  if (one.kind === Kind.FRAGMENT_SPREAD) return ofFragment(count, one.name.value);
  const { fields, aliases, depth, chain } = one.selectionSet ? ofSet(count, one.selectionSet) : none;
  return {
    fields: (one.name.value === 'totalCount' ? fieldsOfCount : 1) + fields,
    aliases: (one.alias ? 1 : 0) + aliases,
    depth: 1 + depth,
    beside: 1,
    chain,
  };
}
