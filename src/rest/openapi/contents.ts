/** The table of contents of the reference at /docs, with the words by which its search finds each operation. */
import { isObject } from '../../domain/fields/shared.ts';
import {
  type OpenApiDocument,
  type OperationObject,
  operationsOf,
  type ResponseObject,
  resolve,
} from './model.ts';

export function contentsOf(document: OpenApiDocument) {
  const { info, tags } = document;
  const operations = operationsOf(document).map(({ method, path, operation }) => ({
    tags: operation.tags,
    operationId: operation.operationId,
    summary: operation.summary,
    method,
    words: wordsOf(document, method, path, operation),
  }));
  return {
    title: info.title,
    version: info.version,
    paragraphs: info.description.split('\n\n'),
    groups: tags.map(({ name, 'x-displayName': title }) => ({
      name,
      title,
      operations: operations.filter((operation) => operation.tags.includes(name)),
    })),
  };
}

function wordsOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
): string {
  const { operationId, summary, description, responses } = operation;
  // The description of a refusal names its codes, so that a search for a code finds the operation.
  const responseTexts = Object.values(responses).map(
    (response) => resolve<ResponseObject>(document, response).description,
  );
  const names = new Set(namesIn(document, operation, new Set()));
  return [method, path, operationId, summary, description, ...responseTexts, ...names]
    .join(' ')
    .toLowerCase();
}

/** The names of parameters, fields and examples. */
function namesIn(document: OpenApiDocument, value: unknown, seenRefs: Set<string>): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(document, item, seenRefs));
  if (!isObject(value)) return [];
  if (typeof value.$ref === 'string') {
    if (seenRefs.has(value.$ref)) return [];
    seenRefs.add(value.$ref);
    return namesIn(document, resolve<object>(document, { $ref: value.$ref }), seenRefs);
  }
  const { properties, examples, name } = value;
  const keys = [properties, examples].flatMap((group) => (isObject(group) ? Object.keys(group) : []));
  const ownNames = typeof name === 'string' ? [name] : [];
  const innerNames = Object.values(value).flatMap((inner) => namesIn(document, inner, seenRefs));
  return [...ownNames, ...keys, ...innerNames];
}
