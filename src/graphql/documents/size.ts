/** Limits the size of a document with expanded fragments. It measures each fragment once, so the time is linear. */
import { type FieldNode, type GraphQLError, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import { type DocumentSource, limitError, limits, validationError } from './limits.ts';

interface Size {
  readonly fields: number;
  readonly aliases: number;
  readonly depth: number;
  /** Fields on the first level; of an operation, those at the root. */
  readonly rootFields: number;
  /** How deep fragments spread other fragments. */
  readonly fragmentDepth: number;
}
const emptySize: Size = { fields: 0, aliases: 0, depth: 0, rootFields: 0, fragmentDepth: 0 };
const sum = (left: Size, right: Size): Size => ({
  fields: left.fields + right.fields,
  aliases: left.aliases + right.aliases,
  depth: Math.max(left.depth, right.depth),
  rootFields: left.rootFields + right.rootFields,
  fragmentDepth: Math.max(left.fragmentDepth, right.fragmentDepth),
});

/** `totalCount` counts as this many fields, because it can read thousands of items from an index. */
export const fieldsOfTotalCount = 100;

export function sizeFault({ document, fragments }: DocumentSource): GraphQLError | null {
  const measuring: Measuring = {
    fragments,
    fragmentSizes: new Map(),
    openFragments: new Set(),
    fault: null,
  };
  let fields = 0;
  for (const node of document.definitions) {
    if (!('selectionSet' in node)) continue;
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    const size = isOperation
      ? sizeOfSelections(measuring, node.selectionSet)
      : sizeOfFragment(measuring, node.name.value);
    const fault = measuring.fault ?? faultOf(size, isOperation);
    if (fault) return fault;
    fields += size.fields;
  }
  if (fields <= limits.fields) return null;
  return limitError(`a document may have ${limits.fields} fields; a fragment counts each time it is spread`);
}

function faultOf({ depth, rootFields, aliases }: Size, isOperation: boolean): GraphQLError | null {
  if (depth > limits.depth) return limitError(`a document may be ${limits.depth} levels deep`);
  if (!isOperation) return null;
  if (rootFields > limits.rootFields)
    return limitError(`a document may have ${limits.rootFields} fields at the top`);
  return aliases > limits.aliases ? limitError(`a document may have ${limits.aliases} aliases`) : null;
}

/** The state of one check. */
interface Measuring extends Pick<DocumentSource, 'fragments'> {
  readonly fragmentSizes: Map<string, Size>;
  /** The fragments whose selections are being measured, one inside the other. */
  readonly openFragments: Set<string>;
  fault: GraphQLError | null;
}

function sizeOfFragment(measuring: Measuring, name: string): Size {
  const { fragmentSizes, openFragments, fragments } = measuring;
  const fragment = fragments.get(name);
  const knownSize = fragmentSizes.get(name);
  if (knownSize || measuring.fault || !fragment) return knownSize ?? emptySize;
  if (openFragments.has(name)) {
    measuring.fault = validationError(`the fragment "${name}" spreads itself`);
    return emptySize;
  }
  openFragments.add(name);
  // Only ends the recursion. The check below makes the fault; it also counts nested fragments that were measured before.
  const isTooDeep = openFragments.size > limits.fragmentChain;
  const content = isTooDeep ? emptySize : sizeOfSelections(measuring, fragment.selectionSet);
  openFragments.delete(name);
  const size = { ...content, fragmentDepth: content.fragmentDepth + 1 };
  if (openFragments.size + size.fragmentDepth > limits.fragmentChain)
    measuring.fault ??= limitError(`fragments may spread each other ${limits.fragmentChain} deep`);
  fragmentSizes.set(name, size);
  return size;
}

const fieldsOfSelections = new WeakMap<SelectionSetNode, number>();
/** The number of fields below a field, in a document that passed this check. */
export const fieldsUnder = ({ selectionSet }: FieldNode): number =>
  selectionSet ? (fieldsOfSelections.get(selectionSet) ?? 0) : 0;

function sizeOfSelections(measuring: Measuring, set: SelectionSetNode): Size {
  let size = emptySize;
  for (const node of set.selections) size = sum(size, sizeOfSelection(measuring, node));
  fieldsOfSelections.set(set, size.fields);
  return size;
}

function sizeOfSelection(measuring: Measuring, node: SelectionNode): Size {
  if (node.kind === Kind.INLINE_FRAGMENT) return sizeOfSelections(measuring, node.selectionSet);
  if (node.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(measuring, node.name.value);
  const below = node.selectionSet ? sizeOfSelections(measuring, node.selectionSet) : emptySize;
  return {
    fields: (node.name.value === 'totalCount' ? fieldsOfTotalCount : 1) + below.fields,
    aliases: (node.alias ? 1 : 0) + below.aliases,
    depth: 1 + below.depth,
    rootFields: 1,
    fragmentDepth: below.fragmentDepth,
  };
}
