/** The names of an operation's root fields for logs and spans. Only names of the schema are returned: a client could write anything. */
import type { GraphQLSchema } from 'graphql';
import type { ReadDocument } from './documents.ts';
import { fragmentsOf } from './fragments.ts';
import { levelsOf } from './levels.ts';

const fieldsInSpan = 16;
const fieldsInLog = 3;

/** An operation for the log: type and root fields, without the name that the client chose. */
export function operationLabel(type: string | undefined, fields: readonly string[]): string {
  if (type === undefined) return 'unread';
  const labels = fields.slice(0, fieldsInLog);
  if (fields.length > fieldsInLog) labels.push('…');
  return `${type} ${labels.join(',')}`.trimEnd();
}

/** The distinct root fields of the operation and its fragments. */
export function rootFields(parsedDocument: ReadDocument, schema: GraphQLSchema): readonly string[] {
  if (parsedDocument === null || !('document' in parsedDocument) || parsedDocument.operation === null)
    return [];
  const { operation, document } = parsedDocument;
  const source = { document, fragments: fragmentsOf(document), schema };
  const root = schema.getRootType(operation.operation) ?? undefined;
  const [level] = levelsOf(source, operation.selectionSet, root);
  const fields = [...(level?.groups.values() ?? [])].flat();
  return [...new Set(fields.flatMap(({ definition }) => definition?.name ?? []))].slice(0, fieldsInSpan);
}
