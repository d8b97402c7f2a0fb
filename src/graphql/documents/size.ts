import {
  type ASTNode,
  BREAK,
  type FieldNode,
  type GraphQLError,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { limitError, limits, validationError } from './limits.ts';
import { type DocumentSource, mergedSelectionsOf } from './merged-selections.ts';

/** This check runs first, because the others recurse as deep as the document. */
export function findShapeFault({ document }: DocumentSource): GraphQLError | null {
  let fault: GraphQLError | null = null;
  visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      fault = findNodeFault(node, ancestors.length);
      return fault ? BREAK : undefined;
    },
  });
  return fault;
}

function findNodeFault(node: ASTNode, depth: number): GraphQLError | null {
  if (depth > limits.nesting)
    return limitError(`nodes and lists of a document may be nested at most ${limits.nesting} deep`);
  if (node.kind === Kind.NAME && node.value.length > limits.nameCharacters)
    return limitError(`a name may have ${limits.nameCharacters} characters`);
  if (node.kind !== Kind.DOCUMENT) return null;
  const isExecutable = node.definitions.every(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
  );
  return isExecutable ? null : validationError('a document may only define operations and fragments');
}

interface Size {
  readonly fields: number;
  readonly fragments: number;
  readonly aliases: number;
  readonly depth: number;
  /** Fields that are not below another field. */
  readonly rootFields: number;
  readonly fragmentDepth: number;
}
const emptySize: Size = { fields: 0, fragments: 0, aliases: 0, depth: 0, rootFields: 0, fragmentDepth: 0 };
const addSizes = (left: Size, right: Size): Size => ({
  fields: left.fields + right.fields,
  fragments: left.fragments + right.fragments,
  aliases: left.aliases + right.aliases,
  depth: Math.max(left.depth, right.depth),
  rootFields: left.rootFields + right.rootFields,
  fragmentDepth: Math.max(left.fragmentDepth, right.fragmentDepth),
});

/** A totalCount can read thousands of items from an index. */
export const fieldsOfTotalCount = 100;

/** Measures each fragment once, so the time is linear. */
export function findSizeFault({ document, fragments }: DocumentSource): GraphQLError | null {
  const measurement: Measurement = {
    fragments,
    fragmentSizes: new Map(),
    openFragments: new Set(),
    fault: null,
  };
  let total = emptySize;
  for (const node of document.definitions) {
    if (!('selectionSet' in node)) continue;
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    const size = isOperation
      ? sizeOfSelections(measurement, node.selectionSet)
      : sizeOfFragment(measurement, node.name.value);
    const fault = measurement.fault ?? faultOf(size, isOperation);
    if (fault) return fault;
    total = addSizes(total, size);
  }
  const text = 'a fragment counts each time it is spread';
  if (total.fields > limits.fields) return limitError(`a document may have ${limits.fields} fields; ${text}`);
  if (total.fragments <= limits.fragments) return null;
  return limitError(`a document may have ${limits.fragments} fragments; ${text}`);
}

function faultOf({ depth, rootFields, aliases }: Size, isOperation: boolean): GraphQLError | null {
  if (depth > limits.depth)
    return limitError(`fields of a document may be nested at most ${limits.depth} deep`);
  if (!isOperation) return null;
  if (rootFields > limits.rootFields)
    return limitError(`a document may have ${limits.rootFields} fields at the top`);
  return aliases > limits.aliases ? limitError(`a document may have ${limits.aliases} aliases`) : null;
}

interface Measurement extends Pick<DocumentSource, 'fragments'> {
  readonly fragmentSizes: Map<string, Size>;
  readonly openFragments: Set<string>;
  fault: GraphQLError | null;
}

function sizeOfFragment(measurement: Measurement, name: string): Size {
  const { fragmentSizes, openFragments, fragments } = measurement;
  const fragment = fragments.get(name);
  const knownSize = fragmentSizes.get(name);
  if (knownSize) return knownSize;
  if (measurement.fault || !fragment) return emptySize;
  if (openFragments.has(name)) {
    measurement.fault = validationError(`the fragment "${name}" spreads itself`);
    return emptySize;
  }
  openFragments.add(name);
  // Ends the recursion. The check below then refuses the document.
  const isTooDeep = openFragments.size > limits.fragmentChain;
  const content = isTooDeep ? emptySize : sizeOfSelections(measurement, fragment.selectionSet);
  openFragments.delete(name);
  // `content` may include fragments that were measured earlier.
  const size = { ...content, fragmentDepth: content.fragmentDepth + 1 };
  if (openFragments.size + size.fragmentDepth > limits.fragmentChain)
    measurement.fault ??= limitError(
      `fragments may spread other fragments at most ${limits.fragmentChain} deep`,
    );
  fragmentSizes.set(name, size);
  return size;
}

const fieldsOfSelections = new WeakMap<SelectionSetNode, number>();
/** Valid only after `findSizeFault` has measured the document. */
export const fieldsUnder = ({ selectionSet }: FieldNode): number =>
  selectionSet ? (fieldsOfSelections.get(selectionSet) ?? 0) : 0;

function sizeOfSelections(measurement: Measurement, set: SelectionSetNode): Size {
  let size = emptySize;
  for (const node of set.selections) size = addSizes(size, sizeOfSelection(measurement, node));
  fieldsOfSelections.set(set, size.fields);
  return size;
}

function sizeOfSelection(measurement: Measurement, node: SelectionNode): Size {
  if (node.kind !== Kind.FIELD) {
    const isSpread = node.kind === Kind.FRAGMENT_SPREAD;
    const size = isSpread
      ? sizeOfFragment(measurement, node.name.value)
      : sizeOfSelections(measurement, node.selectionSet);
    return { ...size, fragments: size.fragments + 1 };
  }
  const below = node.selectionSet ? sizeOfSelections(measurement, node.selectionSet) : emptySize;
  return {
    fields: (node.name.value === 'totalCount' ? fieldsOfTotalCount : 1) + below.fields,
    fragments: below.fragments,
    aliases: (node.alias ? 1 : 0) + below.aliases,
    depth: 1 + below.depth,
    rootFields: 1,
    fragmentDepth: below.fragmentDepth,
  };
}

/** Comparing a fragment costs as much as comparing this number of fields. */
const fragmentWeight = 10;
/** This number of characters of an argument costs as much as a field. */
const charactersPerField = 4;

/** Validation compares each pair of fields with the same response name, with their arguments and all fields below them. */
export function findOverlapsFault(source: DocumentSource): GraphQLError | null {
  let total = 0;
  for (const node of source.document.definitions) {
    if (!('selectionSet' in node)) continue;
    for (const { groups, fragmentCount } of mergedSelectionsOf(source, node.selectionSet)) {
      const pairsOfFragments = (fragmentCount * (fragmentCount - 1)) / 2;
      total += fragmentWeight * (pairsOfFragments + fragmentCount * groups.size);
      for (const group of groups.values()) {
        if (group.length === 1) continue;
        const totalWeight = group.reduce((sum, field) => sum + weightOf(field.node), 0);
        // A pair costs the mean weight of its two fields, and each field is in length - 1 pairs.
        total += ((group.length - 1) * totalWeight) / 2;
      }
      if (total > limits.overlaps)
        return limitError('too many fields have the same name in one selection; ask for each field once');
    }
  }
  return null;
}

const weightOf = ({ arguments: args = [] }: FieldNode): number =>
  args.reduce((sum, { value }) => sum + print(value).length / charactersPerField, 1);
