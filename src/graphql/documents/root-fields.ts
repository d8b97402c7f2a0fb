/** The names of an operation's root fields for logs and spans. Only names of the schema are returned: a client could write anything. */
import type { OperationDefinitionNode } from 'graphql';
import { levelsOf } from './levels.ts';
import type { DocumentSource } from './limits.ts';

const fieldsInLog = 3;

/** An operation for the log: type and root fields, without the name that the client chose; 'unread' if there is none. */
export function operationLabel(type: string | undefined, fields: readonly string[]): string {
  if (type === undefined) return 'unread';
  const labels = fields.slice(0, fieldsInLog);
  if (fields.length > fieldsInLog) labels.push('…');
  return `${type} ${labels.join(',')}`.trimEnd();
}

/** The names of the distinct root fields, also those in fragments. */
export function rootFieldsOf(
  source: DocumentSource,
  operation: OperationDefinitionNode | null,
): readonly string[] {
  if (operation === null) return [];
  const root = source.schema.getRootType(operation.operation) ?? undefined;
  const [level] = levelsOf(source, operation.selectionSet, root);
  const fields = [...(level?.groups.values() ?? [])].flat();
  return [...new Set(fields.flatMap(({ definition }) => definition?.name ?? []))];
}
