import { type FieldNode, Kind, print, type SelectionNode, type SelectionSetNode, visit } from 'graphql';
import { limitError, limits, validationError } from './limits.ts';
import { type DocumentSource, mergedSelectionsOf } from './merged-selections.ts';

/** This check runs first, because the others recurse as deep as the document. */
export function requireShape({ document }: DocumentSource): void {
  const isExecutable = document.definitions.every(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
  );
  if (!isExecutable) throw validationError('a document may only define operations and fragments');
  visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      if (ancestors.length > limits.nesting)
        throw limitError(`nodes and lists of a document may be nested at most ${limits.nesting} deep`);
      if (node.kind === Kind.NAME && node.value.length > limits.nameCharacters)
        throw limitError(`a name may have at most ${limits.nameCharacters} characters`);
    },
  });
}

interface Size {
  readonly fields: number;
  readonly fragments: number;
  readonly aliases: number;
  readonly depth: number;
  /** Fields that are not below another field. */
  readonly rootFields: number;
  /** Length of the longest chain of fragments in which each spreads the next. */
  readonly fragmentChain: number;
}
const emptySize: Size = { fields: 0, fragments: 0, aliases: 0, depth: 0, rootFields: 0, fragmentChain: 0 };
const addSizes = (left: Size, right: Size): Size => ({
  fields: left.fields + right.fields,
  fragments: left.fragments + right.fragments,
  aliases: left.aliases + right.aliases,
  depth: Math.max(left.depth, right.depth),
  rootFields: left.rootFields + right.rootFields,
  fragmentChain: Math.max(left.fragmentChain, right.fragmentChain),
});

/** A totalCount counts as this many fields, because it can read thousands of items from an index. */
export const fieldsOfTotalCount = 100;

/** Measures each fragment once, so the time is linear. */
export function requireSize({ document, fragments }: DocumentSource): void {
  const measurement: Measurement = { fragments, fragmentSizes: new Map(), openFragments: new Set() };
  let total = emptySize;
  for (const node of document.definitions) {
    if (!('selectionSet' in node)) continue;
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    const size = isOperation
      ? sizeOfSelections(measurement, node.selectionSet)
      : sizeOfFragment(measurement, node.name.value);
    if (size.depth > limits.depth)
      throw limitError(`fields of a document may be nested at most ${limits.depth} deep`);
    if (isOperation && size.rootFields > limits.rootFields)
      throw limitError(`an operation may have at most ${limits.rootFields} fields at the top`);
    if (isOperation && size.aliases > limits.aliases)
      throw limitError(`an operation may have at most ${limits.aliases} aliases`);
    total = addSizes(total, size);
  }
  const rule = 'the content of a fragment counts once, and again each time it is spread';
  if (total.fields > limits.fields)
    throw limitError(`a document may have at most ${limits.fields} fields; ${rule}`);
  if (total.fragments > limits.fragments)
    throw limitError(`a document may have at most ${limits.fragments} fragments; ${rule}`);
}

interface Measurement extends Pick<DocumentSource, 'fragments'> {
  readonly fragmentSizes: Map<string, Size>;
  /** The chain of fragments that are being measured. */
  readonly openFragments: Set<string>;
}

function sizeOfFragment(measurement: Measurement, name: string): Size {
  const { fragmentSizes, openFragments, fragments } = measurement;
  const fragment = fragments.get(name);
  const measuredSize = fragmentSizes.get(name);
  if (measuredSize) return measuredSize;
  // Validation reports an unknown fragment.
  if (!fragment) return emptySize;
  if (openFragments.has(name)) throw validationError(`the fragment "${name}" spreads itself`);
  requireChain(openFragments.size + 1);
  openFragments.add(name);
  const content = sizeOfSelections(measurement, fragment.selectionSet);
  openFragments.delete(name);
  const size = { ...content, fragmentChain: content.fragmentChain + 1 };
  // The check above limits the recursion. This one also sees the chains below fragments that were measured earlier.
  requireChain(openFragments.size + size.fragmentChain);
  fragmentSizes.set(name, size);
  return size;
}

function requireChain(length: number): void {
  if (length > limits.fragmentChain)
    throw limitError(`fragments may spread other fragments at most ${limits.fragmentChain} deep`);
}

const fieldsOfSelections = new WeakMap<SelectionSetNode, number>();
/** How many fields are below the field. Valid only after `requireSize` has measured the document. */
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
    fragmentChain: below.fragmentChain,
  };
}

/** Comparing a fragment costs as much as comparing this number of fields. */
const fragmentWeight = 10;
/** This number of characters of an argument costs as much as a field. */
const charactersPerField = 4;

/** Limits the cost of validation, which compares all fields with the same response name, their arguments and all fields below. */
export function requireFewOverlaps(source: DocumentSource): void {
  let total = 0;
  for (const node of source.document.definitions) {
    if (!('selectionSet' in node)) continue;
    for (const { groups, fragmentCount } of mergedSelectionsOf(source, [{ set: node.selectionSet }])) {
      const pairsOfFragments = (fragmentCount * (fragmentCount - 1)) / 2;
      total += fragmentWeight * (pairsOfFragments + fragmentCount * groups.size);
      for (const group of groups.values()) {
        if (group.length === 1) continue;
        const totalWeight = group.reduce((sum, field) => sum + weightOf(field.node), 0);
        // A pair costs the mean weight of its two fields, and each field is in length - 1 pairs.
        total += ((group.length - 1) * totalWeight) / 2;
      }
      if (total > limits.overlaps)
        throw limitError('too many fields have the same name in one selection; ask for each field once');
    }
  }
}

const weightOf = ({ arguments: args = [] }: FieldNode): number =>
  args.reduce((sum, { value }) => sum + print(value).length / charactersPerField, 1);
