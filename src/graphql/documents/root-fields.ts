/** What an operation asks for, in names of the schema alone: a document that does not fit it may hold any text as a name. */
import type { GraphQLSchema } from 'graphql';
import type { ReadDocument } from './documents.ts';
import { fragmentsOf } from './fragments.ts';
import { levelsOf } from './levels.ts';

/** As many as a span shows. */
const fieldsAtMost = 16;

/** As many as a line of the log shows. */
const fieldsInLog = 3;

/** An operation for the log: its type and the fields at its root. Its own name is chosen by the client. */
export function operationLabel(type: string | undefined, fields: readonly string[]): string {
  if (type === undefined) return 'unread';
  const firstFields = fields.slice(0, fieldsInLog);
  return `${type} ${[...firstFields, ...(fields.length > firstFields.length ? ['…'] : [])].join(',')}`.trimEnd();
}

/** The fields at the root of the operation, through fragments too, each once. */
export function rootFields(parsedDocument: ReadDocument, schema: GraphQLSchema): readonly string[] {
  if (parsedDocument === null || !('document' in parsedDocument) || parsedDocument.operation === null)
    return [];
  const { operation, document } = parsedDocument;
  const source = { document, fragments: fragmentsOf(document), schema };
  const root = schema.getRootType(operation.operation) ?? undefined;
  const [level] = levelsOf(source, operation.selectionSet, root);
  const fields = [...(level?.groups.values() ?? [])].flat();
  return [...new Set(fields.flatMap(({ definition }) => definition?.name ?? []))].slice(0, fieldsAtMost);
}
