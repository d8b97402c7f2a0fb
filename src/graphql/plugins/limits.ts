/**
 * Parses the document within its limits, and checks what the caller may do. Without a credential a caller may only read the
 * schema of a sandbox. A GET may not run a mutation. Nor may a request with the console's cookie, unless a page of this origin sends it.
 */
import { type ExecutionArgs, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { acceptedTypes } from '../../domain/media-types.ts';
import { requestKey } from '../../operations/request-key.ts';
import type { DoorPlugin, GraphQLContext } from '../context.ts';
import { credentialRefusal, requireOwnPage } from '../credentials.ts';
import { costFault, costOf } from '../documents/cost.ts';
import {
  type DocumentOrError,
  type Documents,
  isIntrospection,
  operationIn,
  requireOperation,
  rootFieldsIn,
} from '../documents/documents.ts';
import { createPersistedQueries } from '../documents/persisted-queries.ts';
import { limitedResult, ResponseLimit } from '../documents/response-limit.ts';
import { ValueError } from '../documents/validation.ts';
import type { Form, Parsed, Verified } from '../exchange.ts';
import type { GraphQLParts } from '../parts.ts';
import { methodNotAllowed } from './caller.ts';

export function useLimits(documents: Documents, parts: GraphQLParts): DoorPlugin {
  const findText = createPersistedQueries();
  return {
    async onParams(payload) {
      const { exchange } = payload.context;
      const verified = exchange.verified.value;
      const text = await findText(payload, verified.caller);
      const { operationName = null, variables } = payload.params;
      const parsedDocument = text === null ? null : documents.read(text, operationName);
      const operation = operationIn(parsedDocument);
      const cost = costIfValid(parsedDocument, variables, parts.schema);
      const costError = operation && cost !== null ? costFault(cost, operation) : null;
      const document = costError ?? parsedDocument;
      exchange.document = document;
      verified.http.trace.operationName = operation?.name?.value ?? null;
      if (verified.caller === null && !(parts.settings.sandbox && isIntrospection(document)))
        throw credentialRefusal(verified, parts);
      if (document === null) throw new Error('the request has no document');
      requireOperation(document);
      exchange.parsed.begin(parsedOf(verified, { document, cost }, documents, parts));
      const { caller, http } = verified;
      if (caller !== null) await parts.faults?.playBefore(http, caller, () => usesFaults(document));
      // yoga responds with the media type in this header.
      payload.request.headers.set('accept', exchange.parsed.value.form);
    },
    onParse({ context: { exchange }, setParsedDocument }) {
      const { document } = exchange.parsed.value;
      if (document instanceof GraphQLError) throw document;
      setParsedDocument(document.document);
    },
    onValidate({ context: { exchange }, setResult }) {
      setResult([...exchange.parsed.value.errors]);
    },
    onExecute: ({ args }) => requireKnownCost(args),
    onSubscribe: ({ args }) => requireKnownCost(args),
    /** Refuses a response beyond its limits, after its last read has ended. */
    async onExecutionResult({ result, setResult, context: { exchange } }) {
      if (result === undefined || Symbol.asyncIterator in result) return;
      const { responseLimit } = exchange.parsed.value;
      await responseLimit.close();
      setResult(limitedResult(result, responseLimit, exchange.outcome.hasActed));
    },
  };
}

/** Whether the document sets or reads faults. Such a request plays no pending fault, so that a TPP can always remove it. */
const usesFaults = (document: DocumentOrError): boolean =>
  rootFieldsIn(document).some((name) => name === 'setSandboxFaults' || name === 'sandboxFaults');

/** The cost of the operation before its validation. null if there is none, or the document or its variables are invalid. */
function costIfValid(
  parsedDocument: DocumentOrError,
  variableValues: Readonly<Record<string, unknown>> | undefined,
  schema: GraphQLSchema,
): number | null {
  if (parsedDocument === null || !('document' in parsedDocument)) return null;
  const { document, operation } = parsedDocument;
  if (operation === null) return null;
  try {
    return costOf({ schema, document, operation, variableValues });
  } catch {
    return null;
  }
}

/** Computes an unknown cost again, to throw the error that `costIfValid` caught. */
function requireKnownCost({ schema, variableValues, contextValue }: ExecutionArgs): void {
  const parsed = (contextValue as GraphQLContext).exchange.parsed.value;
  const { document: parsedDocument, cost, valueErrors } = parsed;
  // plugins/faults.ts refuses values with wrong types.
  if (cost !== null || !('document' in parsedDocument) || valueErrors.length > 0) return;
  const { document, operation } = parsedDocument;
  if (operation) costOf({ schema, document, operation, variableValues });
}

function parsedOf(
  verified: Verified,
  { document, cost }: Pick<Parsed, 'document' | 'cost'>,
  documents: Documents,
  parts: GraphQLParts,
): Parsed {
  const { http, body, caller } = verified;
  const { method, target, headers } = http;
  const operationType = operationIn(document)?.operation;
  const isMutation = operationType === 'mutation';
  checkMutation(verified, isMutation, parts);
  const form = formOf(verified, operationType);
  const errors = document instanceof GraphQLError ? [] : documents.errorsOf(document, caller !== null);
  const valueErrors = errors.filter((error) => error instanceof ValueError);
  return {
    ...verified,
    document,
    cost,
    form,
    valueErrors,
    errors: errors.filter((error) => !(error instanceof ValueError)),
    idempotencyKey: caller && isMutation ? requestKey(caller.tppId, { method, target, headers, body }) : null,
    // A mutation cannot be refused after it has acted. Instead, the cost of its document is limited.
    responseLimit: new ResponseLimit(!isMutation),
  };
}

/** Refuses a mutation by GET, from a page of another origin, or with a read's signature. Remembers the signature of a read. */
function checkMutation({ http, caller }: Verified, isMutation: boolean, parts: GraphQLParts): void {
  if (isMutation && http.method !== 'POST') throw methodNotAllowed('send a mutation by POST', ['POST']);
  if (isMutation && parts.settings.sandbox) requireOwnPage(http.headers, parts.session);
  http.trace.enter('REQUEST_ID');
  if (caller && isMutation) parts.signaturesOfReads.refuseSignatureOfRead(caller);
  else if (caller) parts.signaturesOfReads.remember(caller);
  http.trace.enter('QUERY');
}

const forms: readonly Form[] = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

const streamRequiredText =
  'a subscription needs the header Accept: text/event-stream; multipart responses are not supported (docs/frontend.md shows Apollo Client, urql and Relay)';

/** The media type of the response, chosen by the header Accept. */
function formOf({ http }: Verified, operationType: OperationDefinitionNode['operation'] | undefined): Form {
  const isSubscription = operationType === 'subscription';
  const possibleForms: readonly Form[] = isSubscription ? ['text/event-stream'] : forms;
  const readHeader = (name: string) => http.headers.get(name);
  const [form] = acceptedTypes(readHeader, possibleForms, isSubscription ? streamRequiredText : undefined);
  return form as Form;
}
