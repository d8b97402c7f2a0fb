/** What an operation asks for, in names of the schema alone: a document that does not fit it may hold any text as a name. */
import { type GraphQLSchema, Kind, type SelectionSetNode } from 'graphql';
import type { Parsed } from './documents.ts';

/** As many as a span shows. */
const fieldsAtMost = 16;

/** As many as a line of the log shows. */
const fieldsInLog = 3;

/** An operation for the log: its type and the fields at its root. Its own name is chosen by the client. */
export function operationLabel(type: string | undefined, fields: readonly string[]): string {
  if (type === undefined) return 'unread';
  const shown = fields.slice(0, fieldsInLog);
  return `${type} ${[...shown, ...(fields.length > shown.length ? ['…'] : [])].join(',')}`.trimEnd();
}

/** The fields at the root of the operation, through fragments too, each once. */
export function rootFields(parsed: Parsed, schema: GraphQLSchema): readonly string[] {
  if (parsed === null || !('document' in parsed) || parsed.operation === null) return [];
  const { operation, document } = parsed;
  const known = schema.getRootType(operation.operation)?.getFields() ?? {};
  const found = new Set<string>();
  const spread = new Set<string>();

  function collect({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      if (found.size >= fieldsAtMost) return;
      if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (node.kind === Kind.FRAGMENT_SPREAD) collectFragment(node.name.value);
      else if (Object.hasOwn(known, node.name.value)) found.add(node.name.value);
    }
  }

  function collectFragment(name: string): void {
    // A document that was not validated may spread a fragment within itself.
    if (spread.has(name)) return;
    spread.add(name);
    for (const one of document.definitions)
      if (one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name) collect(one.selectionSet);
  }

  collect(operation.selectionSet);
  return [...found];
}
