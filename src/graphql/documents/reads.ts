/** Counts reads from the database. One read of a field serves all objects of a list. Other arguments or another list need another read. */
import { type FieldNode, print } from 'graphql';
import { limitError, limits } from './limits.ts';
import { mergedSelectionsOf, type OperationSource, rootSelectionOf } from './merged-selections.ts';

const readExtension = 'reads';
const instructionExtension = 'readsInstruction';

/** Extensions of a field that reads from the database. Errors name the read by `coordinate`, such as Payment.basket. */
export const databaseRead = (coordinate: string) => ({ [readExtension]: coordinate });
/** Extensions of a field that reads the instruction of a payment, which is the body of its creation. */
export const instructionRead = (coordinate = 'Payment.instruction') => ({
  [instructionExtension]: true,
  ...databaseRead(coordinate),
});
export const readsDatabase = ({ extensions }: { readonly extensions: object }): boolean =>
  readExtension in extensions;

export interface Reads {
  /** How often each coordinate is read. */
  readonly counts: ReadonlyMap<string, number>;
  readonly needsInstructions: boolean;
}

export function readsOf(source: OperationSource): Reads {
  const counts = new Map<string, number>();
  // Computed once for each field, because a fragment can repeat a field at many depths, and printing a long argument takes long.
  const readKeys = new Map<FieldNode, string>();
  let needsInstructions = false;
  const queryType = source.schema.getQueryType();
  for (const { groups } of mergedSelectionsOf(source, [rootSelectionOf(source)])) {
    // By the key of the read. Equal reads share a key, so they count once.
    const coordinates = new Map<string, string>();
    for (const [responseName, group] of groups)
      for (const { node, parent, definition } of group) {
        if (!definition) continue;
        // Each field of Query is a read of its own, even if another has the same arguments.
        if (parent === queryType) coordinates.set(responseName, `${queryType?.name}.${definition.name}`);
        const coordinate = definition.extensions[readExtension];
        if (typeof coordinate === 'string') {
          const readKey = readKeys.get(node) ?? readKeyOf(coordinate, node);
          readKeys.set(node, readKey);
          coordinates.set(readKey, coordinate);
        }
        if (definition.extensions[instructionExtension]) needsInstructions = true;
      }
    for (const coordinate of coordinates.values()) counts.set(coordinate, 1 + (counts.get(coordinate) ?? 0));
  }
  return { counts, needsInstructions };
}

const readKeyOf = (coordinate: string, { arguments: args = [] }: FieldNode): string =>
  `${coordinate} ${args.map((argument) => print(argument)).sort()}`;

export const totalOf = ({ counts }: Reads): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const coordinatesInError = 5;

export function requireFewReads(reads: Reads): void {
  const counts = [...reads.counts].sort(([, left], [, right]) => right - left);
  const [topCoordinate, topCount] = counts[0] ?? ['', 0];
  if (topCount > limits.readsOfOneField)
    throw limitError(
      `the document asks ${topCount} times for ${topCoordinate}, which reads from the database each time; ${limits.readsOfOneField} times are allowed; send several requests`,
    );
  const total = totalOf(reads);
  if (total <= limits.reads) return;
  const topReads = counts.slice(0, coordinatesInError).map(([coordinate, count]) => `${coordinate} ${count}`);
  throw limitError(
    `the document reads ${total} times from the database; ${limits.reads} times are allowed; most reads are for ${topReads.join(', ')}; send several requests`,
  );
}
