/**
 * Parses the document within its limits, and checks what its caller may do. Without a credential a caller may only see
 * the schema of a sandbox. A GET may only read. With the console's cookie only a page of this origin may change
 * something.
 */
import { type ExecutionArgs, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { acceptedTypes } from '../../domain/media-types.ts';
import { requestKey } from '../../operations/request-key.ts';
import type { DoorPlugin, GraphQLContext } from '../context.ts';
import { credentialMissing, requireOwnPage } from '../credentials.ts';
import { AnswerSize, boundedResult } from '../documents/answer-size.ts';
import { costFault, costOf } from '../documents/cost.ts';
import {
  type Documents,
  looksAtSchema,
  operationIn,
  type ReadDocument,
  requireOperation,
} from '../documents/documents.ts';
import { createPersistedQueries } from '../documents/persisted-queries.ts';
import { rootFields } from '../documents/root-fields.ts';
import { ValueError } from '../documents/validation.ts';
import type { Form, Parsed, Verified } from '../exchange.ts';
import type { GraphQLParts } from '../parts.ts';
import { notTaken } from './caller.ts';

export function useLimits(documents: Documents, parts: GraphQLParts): DoorPlugin {
  const textOf = createPersistedQueries();
  return {
    async onParams(payload) {
      const { exchange } = payload.context;
      const verified = exchange.verified.value;
      const text = await textOf(payload, verified.caller);
      const { operationName = null, variables } = payload.params;
      const readable = text === null ? null : documents.read(text, operationName);
      const operation = operationIn(readable);
      const cost = operation && readable && earlyCost(readable, operation, variables, parts.schema);
      const document = (operation && cost && costFault(cost, operation)) || readable;
      exchange.document = document;
      verified.http.trace.operationName = operation?.name?.value ?? null;
      if (verified.caller === null && !(parts.settings.sandbox && looksAtSchema(document)))
        throw credentialMissing(verified, parts);
      if (document === null) throw new Error('a document was read of nothing');
      requireOperation(document);
      exchange.parsed.begin(parsedOf(verified, { document, cost }, documents, parts));
      const { caller, http } = verified;
      if (caller !== null) await parts.faults?.playBefore(http, caller, () => isAboutFaults(document, parts));
      // yoga writes the negotiated media type.
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
    onExecute: ({ args }) => requireCounted(args),
    onSubscribe: ({ args }) => requireCounted(args),
    /** Refuses a response beyond its bounds and stops its resolvers. */
    async onExecutionResult({ result, setResult, context: { exchange } }) {
      if (result === undefined || Symbol.asyncIterator in result) return;
      const { size } = exchange.parsed.value;
      await size.rest();
      setResult(boundedResult(result, size, exchange.outcome.acted));
    },
  };
}

/** Whether it sets or reads faults: a fault must not prevent its own removal. */
const isAboutFaults = (document: ReadDocument, { schema }: GraphQLParts): boolean =>
  rootFields(document, schema).some((name) => name === 'setSandboxFaults' || name === 'sandboxFaults');

/** Cost of an operation before validation; null if it or its variables are invalid. */
function earlyCost(
  readable: NonNullable<ReadDocument>,
  operation: OperationDefinitionNode,
  variableValues: Readonly<Record<string, unknown>> | undefined,
  schema: GraphQLSchema,
): number | null {
  if (!('document' in readable)) return null;
  try {
    return costOf({ schema, document: readable.document, operation, variableValues });
  } catch {
    return null;
  }
}

/** An operation of unknown cost does not run. */
function requireCounted({ schema, variableValues, contextValue }: ExecutionArgs): void {
  const { document: parsedDocument, cost, misfits } = (contextValue as GraphQLContext).exchange.parsed.value;
  // faults.ts refuses invalid values.
  if (cost !== null || !('document' in parsedDocument) || misfits.length > 0) return;
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
  const type = operationIn(document)?.operation;
  const mutates = type === 'mutation';
  requireMayRun(verified, mutates, parts);
  const form = formOf(verified, type);
  const errors = document instanceof GraphQLError ? [] : documents.errorsOf(document, caller !== null);
  const misfits = errors.filter((error) => error instanceof ValueError);
  return {
    ...verified,
    document,
    cost,
    form,
    misfits,
    errors: misfits.length === errors.length ? [] : errors,
    requestKey: caller && mutates ? requestKey(caller.tppId, { method, target, headers, body }) : null,
    // A mutation cannot be refused after it acted, so only its document is bounded.
    size: new AnswerSize(!mutates),
  };
}

function requireMayRun({ http, caller }: Verified, mutates: boolean, parts: GraphQLParts): void {
  if (mutates && http.method !== 'POST') throw notTaken('send a mutation by POST', ['POST']);
  if (mutates && parts.settings.sandbox) requireOwnPage(http.headers, parts.session);
  http.trace.enter('REQUEST_ID');
  if (caller && mutates) parts.readSignatures.refuseSignatureOfRead(caller);
  else if (caller) parts.readSignatures.remember(caller);
  http.trace.enter('QUERY');
}

const forms: readonly Form[] = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

const howToFollow =
  'a subscription needs the header Accept: text/event-stream; multipart responses are not supported (docs/frontend.md shows Apollo Client, urql and Relay)';

/** Media type of the response by Accept; a subscription must accept a stream. */
function formOf({ http }: Verified, type: OperationDefinitionNode['operation'] | undefined): Form {
  const subscribes = type === 'subscription';
  const offers = subscribes ? forms.slice(2) : forms;
  const header = (name: string) => http.headers.get(name);
  const [best] = acceptedTypes(header, offers, subscribes ? howToFollow : undefined);
  return best as Form;
}
