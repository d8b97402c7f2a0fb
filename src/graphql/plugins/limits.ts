/** Parses the document, and checks it before the execution. Limits the response after the execution. */
import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../domain/caller.ts';
import { graphqlTypes, requireAcceptedType } from '../../domain/media-types.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import { limitKeyOf } from '../../domain/sandbox/generated-tpps.ts';
import { isReadMethod } from '../../http/message.ts';
import { requestKeyOf } from '../../operations/idempotent.ts';
import type { DoorPlugin } from '../call.ts';
import { costOf, findCostFault } from '../documents/cost.ts';
import { type Documents, isIntrospection, type ParsedDocument } from '../documents/documents.ts';
import { limitResult, ResponseLimit } from '../documents/response-limit.ts';
import { ValueError } from '../documents/validation.ts';
import { type documentErrors, toRequestError } from '../errors.ts';
import type { Parsed, Verified } from '../exchange.ts';
import type { RawInput } from '../input-faults.ts';
import type { GraphQLParts } from '../parts.ts';
import { badRequest, credentialRefusalOf, requireOwnPage } from './caller.ts';

export function useLimits(documents: Documents, parts: GraphQLParts): DoorPlugin {
  const persistedQueries = new PersistedQueries();
  return {
    async onParams(payload) {
      const { exchange } = payload.context;
      const verified = exchange.verified.value;
      const { caller, http } = verified;
      const text = persistedQueries.textOf(payload, caller);
      const { operationName = null, variables = {} } = payload.params;
      const documentOrError = documents.parse(text, operationName);
      const document = documentOrError instanceof Error ? null : documentOrError;
      exchange.document = document;
      http.trace.operationName = document?.operation.name?.value ?? null;
      // In a sandbox everybody may read the schema.
      const isPublic = parts.settings.sandbox && document !== null && isIntrospection(document);
      if (caller === null && !isPublic) throw credentialRefusalOf(http, parts);
      if (documentOrError instanceof Refusal) throw documentOrError;
      exchange.parsed.set(checkRequest(verified, documentOrError, variables, documents, parts));
      if (caller !== null) await parts.faults?.playBefore(http, caller, () => isExemptFromFault(document));
      // yoga responds with the media type in this header.
      payload.request.headers.set('accept', exchange.parsed.value.mediaType);
    },
    onParse({ context: { exchange }, setParsedDocument }) {
      const { document, documentError } = exchange.parsed.value;
      if (documentError) throw documentError;
      if (document) setParsedDocument(document.document);
    },
    onValidate({ context: { exchange }, setResult }) {
      setResult([...exchange.parsed.value.validationErrors]);
    },
    async onExecutionResult({ result, setResult, context: { exchange } }) {
      if (result === undefined || Symbol.asyncIterator in result) return;
      const { responseLimit } = exchange.parsed.value;
      await responseLimit.finishReads();
      setResult(limitResult(result, responseLimit, exchange.effects.hasSuccessfulMutation));
    },
  };
}

const faultFields = ['sandboxFaults', 'setSandboxFaults'];

/** A request that reads or sets the sandbox fault does not get the fault, so that the TPP can always remove it. */
const isExemptFromFault = (document: ParsedDocument | null): boolean =>
  document?.rootFields.some(({ node }) => faultFields.includes(node.name.value)) ?? false;

function checkRequest(
  verified: Verified,
  documentOrError: ParsedDocument | GraphQLError,
  variables: RawInput,
  documents: Documents,
  parts: GraphQLParts,
): Parsed {
  const { http, caller } = verified;
  const isError = documentOrError instanceof GraphQLError;
  const document = isError ? null : documentOrError;
  const operationType = document?.operation.operation;
  const isMutation = operationType === 'mutation';
  if (isMutation) checkMutation(verified, parts);
  // plugins/caller.ts has already remembered the signature of a GET.
  else if (caller && !isReadMethod(http.method)) parts.signaturesOfReads.remember(caller);
  http.trace.enter('QUERY');
  const mediaType = mediaTypeOf(verified, operationType === 'subscription');
  const errors = document ? documents.errorsOf(document, caller !== null) : [];
  const isValid = document !== null && errors.length === 0;
  const { cost, costError } = isValid ? checkCost(document, variables) : { cost: null, costError: null };
  return {
    ...verified,
    document,
    documentError: isError ? documentOrError : costError,
    cost,
    mediaType,
    valueErrors: errors.filter((error) => error instanceof ValueError),
    validationErrors: errors.filter((error) => !(error instanceof ValueError)),
    idempotencyKey: caller && isMutation ? requestKeyOf(caller.tppId, http) : null,
    // A mutation cannot be refused for its fields after it has acted. Its cost bounds them, because `costOf` assumes the greatest length
    // of each list.
    responseLimit: new ResponseLimit({ limitsFields: !isMutation }),
  };
}

function checkCost(document: ParsedDocument, variables: RawInput) {
  try {
    const cost = costOf(document, variables);
    return { cost, costError: cost === null ? null : findCostFault(cost, document.operation) };
  } catch (error) {
    // The complexity plugin also runs the `validate` of arguments, which may throw a refusal.
    if (error instanceof Refusal) return { cost: null, costError: toRequestError(error) };
    throw error;
  }
}

function checkMutation({ http, caller }: Verified, parts: GraphQLParts): void {
  if (http.method !== 'POST')
    throw refuse('METHOD_NOT_ALLOWED', { path: 'method', text: 'send a mutation by POST', allow: ['POST'] });
  if (parts.settings.sandbox) requireOwnPage(http.headers, parts.session);
  http.trace.enter('REQUEST_ID');
  if (caller) parts.signaturesOfReads.refuseSignatureOfRead(caller);
}

const streamRequiredText =
  'a subscription needs the header Accept: text/event-stream; multipart responses are not supported (docs/frontend.md shows Apollo Client, urql and Relay)';

function mediaTypeOf({ http }: Verified, isSubscription: boolean): string {
  const readHeader = (name: string) => http.headers.get(name);
  const [mediaType = ''] = isSubscription
    ? requireAcceptedType(readHeader, ['text/event-stream'], streamRequiredText)
    : requireAcceptedType(readHeader, graphqlTypes);
  return mediaType;
}

type ParamsPayload = Parameters<NonNullable<DoorPlugin['onParams']>>[0];

const tppsWithTexts = 100;
const bytesPerTpp = 256 * 1_024;

/** Automatic persisted queries, Apollo's protocol. Only verified callers can use them. */
class PersistedQueries {
  /** The TPPs that one TPP has created count as one TPP: they share a limit key and its cache, and cannot displace the texts of others. */
  readonly #textsByLimitKey = new LRUCache<string, LRUCache<string, string>>({
    max: tppsWithTexts,
    memoMethod: () =>
      new LRUCache({
        maxSize: bytesPerTpp,
        sizeCalculation: (text, key) => Buffer.byteLength(text) + Buffer.byteLength(key),
      }),
  });

  textOf({ params, setParams }: ParamsPayload, caller: Caller | null): string {
    const hash = hashOf(params.extensions?.persistedQuery);
    const sentText = params.query ?? null;
    if (hash === null && sentText === null) throw badRequest('query', 'is required');
    // Without a caller, a hash alone gives an empty document, and the request is refused for its credential.
    if (hash === null || caller === null) return sentText ?? '';
    const texts = this.#textsByLimitKey.memo(limitKeyOf(caller.tppId));
    // Without the id in the key, a TPP could ask by hash which documents another TPP with this limit key sends.
    const key = `${hash} ${caller.tppId}`;
    if (sentText === null) {
      const text = texts.get(key);
      if (text === undefined) throw unknownHash();
      setParams({ ...params, query: text });
      return text;
    }
    if (createHash('sha256').update(sentText).digest('hex') !== hash)
      throw badRequest('extensions.persistedQuery.sha256Hash', 'does not equal the SHA-256 of the query');
    texts.set(key, sentText);
    return sentText;
  }
}

function hashOf(extension: unknown): string | null {
  if (extension == null) return null;
  const { version, sha256Hash } = extension as { version?: unknown; sha256Hash?: unknown };
  if (version !== 1) throw badRequest('extensions.persistedQuery.version', 'must be 1');
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256Hash))
    throw badRequest('extensions.persistedQuery.sha256Hash', 'must be a SHA-256 in hexadecimal digits');
  return sha256Hash.toLowerCase();
}

/** Apollo's clients send the document after a response with status 200 and this message or this code. */
function unknownHash(): GraphQLError {
  const code: keyof typeof documentErrors = 'PERSISTED_QUERY_NOT_FOUND';
  return new GraphQLError('PersistedQueryNotFound', { extensions: { code, status: 200 } });
}
