/**
 * Counts how often an operation reads from the database. A field reads once for all objects of a list, and again with other
 * arguments or at another position.
 */
import { type FieldNode, type GraphQLError, type OperationDefinitionNode, print } from 'graphql';
import { levelsOf } from './levels.ts';
import { type DocumentSource, limits, tooMuch } from './limits.ts';

const readsKey = 'reads';
const instructionKey = 'readsInstruction';

/** Marks a field that reads from the database. */
export const reading = (coordinate: string) => ({ [readsKey]: coordinate });
/** Marks a field of a payment's instruction. */
export const readsInstruction = { [instructionKey]: true, ...reading('Payment.instruction') } as const;
/** Whether the field reads for each list of its objects. */
export const isReading = ({ extensions }: { readonly extensions: object }): boolean => readsKey in extensions;

export interface Reads {
  /** How often each coordinate is read. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether a field of the payments' instructions is selected. */
  readonly ofInstructions: boolean;
}

export const noReads: Reads = { counts: new Map(), ofInstructions: false };

export function readsOf(source: DocumentSource, { selectionSet, operation }: OperationDefinitionNode): Reads {
  const counts = new Map<string, number>();
  let ofInstructions = false;
  const query = source.schema.getQueryType();
  const root = source.schema.getRootType(operation) ?? undefined;
  for (const { groups } of levelsOf(source, selectionSet, root)) {
    const coordinates = new Map<string, string>();
    for (const [name, group] of groups)
      for (const { node, parent, definition } of group) {
        // Every root field reads once for each response name.
        if (definition && parent === query) coordinates.set(name, `${query?.name}.${definition.name}`);
        const coordinate = definition?.extensions[readsKey];
        if (typeof coordinate === 'string') coordinates.set(placeOf(coordinate, node), coordinate);
        if (definition?.extensions[instructionKey]) ofInstructions = true;
      }
    for (const coordinate of coordinates.values()) counts.set(coordinate, 1 + (counts.get(coordinate) ?? 0));
  }
  return { counts, ofInstructions };
}

const placeOf = (coordinate: string, { arguments: args = [] }: FieldNode): string =>
  `${coordinate} ${args.map((argument) => print(argument)).sort()}`;

export const totalOf = ({ counts }: Reads): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

const namedAtMost = 5;

/** The error for too many reads, with the fields that cause them, or null. */
export function readFault(reads: Reads): GraphQLError | null {
  const counts = [...reads.counts].sort(([, one], [, other]) => other - one);
  const [[first, most] = ['', 0]] = counts;
  if (most > limits.sameReads)
    return tooMuch(
      `the document asks ${most} times for ${first}, which reads from the database each time; ${limits.sameReads} times are allowed; ask in several requests`,
    );
  const total = totalOf(reads);
  if (total <= limits.reads) return null;
  const topReads = counts.slice(0, namedAtMost).map(([name, count]) => `${name} ${count}`);
  return tooMuch(
    `the document reads ${total} times from the database, ${limits.reads} times are allowed; most of all for ${topReads.join(', ')}; ask in several requests`,
  );
}
