import { z } from 'zod';
import { anyText } from '../../../../domain/fields/shared.ts';
import { type Stage, stageMeanings, stages } from '../../../../domain/stages.ts';
import { headerText } from '../../../../domain/values/text.ts';
import { runLater } from '../../../../fairness/long-work.ts';
import {
  decodeRequest,
  type LoggedHeader,
  type LoggedRequest,
} from '../../../../observability/request-record.ts';
import { countLoggedRequests } from '../../../../operations/request-log/count-logged-requests.ts';
import { listLoggedRequests } from '../../../../operations/request-log/list-logged-requests.ts';
import type { GraphQLCall } from '../../../call.ts';
import { noRolePolicy } from '../../../read-policy.ts';
import { builder } from '../../builder.ts';
import { describedEnum } from '../../code-meanings.ts';
import { connectionOf, connectionOptions, cursorPart, cursorsBy, listCost, pageCost } from '../../lists.ts';
import { sandboxOnly } from '../../variants.ts';

type ShownRequest = LoggedRequest & LoggedRequest['details'];

function toShownRequest(stored: Parameters<typeof decodeRequest>[0]): ShownRequest {
  const request = decodeRequest(stored);
  return { ...request.details, ...request };
}

const cursors = cursorsBy(
  z.tuple([cursorPart.id]).transform(([id]) => id),
  ({ id }: ShownRequest) => [id],
);

/** The cost of a comparison of signing strings, as a number of fields. It computes several hundred hashes. */
const comparisonCost = 500;

builder.queryField('requestLog', (t) =>
  t.connection(
    {
      type: requestType,
      complexity: pageCost,
      extensions: sandboxOnly,
      description:
        'Sandbox: REST and GraphQL requests of the calling TPP to all replicas, newest first. The bank stores them for three days. If a TPP sends many requests, the bank may store only the newest: about 1,000 of its own, 1,000 that the console sent for it, and 200 that were refused before the TPP was known.',
      args: { filter: t.arg({ type: filterType, description: 'Filter of the log.' }) },
      resolve: async (_, args, { call }) => {
        await prepareLog(call);
        const filter = args.filter ?? {};
        return connectionOf(
          args,
          cursors,
          async (page) => (await call.read(listLoggedRequests, { filter, page })).map(toShownRequest),
          () => call.read(countLoggedRequests, filter),
        );
      },
    },
    ...connectionOptions('LoggedRequest'),
  ),
);

/** Writes the latest entries, so that they can be read. Keeps the response out of the log, because it would repeat entries. */
async function prepareLog({ parsed, parts }: GraphQLCall): Promise<void> {
  parsed.http.trace.omitsResponseBody = true;
  await parts.requestLog?.flush();
}

/** Refuses texts that PostgreSQL cannot store. */
const filterText = anyText.nullish();

const filterType = builder.inputType('RequestLogFilter', {
  description: 'Filter of the request log. A request must match every field.',
  fields: (t) => ({
    code: t.string({ validate: filterText, description: 'Refused with this message code.' }),
    status: t.int({ description: 'HTTP status of the response.' }),
    path: t.string({ validate: filterText, description: 'Path without the query.' }),
    since: t.field({ type: 'DateTime', description: 'Sent at this time or later, in real time.' }),
    until: t.field({ type: 'DateTime', description: 'Sent at this time or earlier, in real time.' }),
    xRequestId: t.string({ validate: filterText, description: 'Sent with this X-Request-ID.' }),
    fromConsole: t.boolean({
      description: 'If true, only requests by the console; if false, only other requests.',
    }),
  }),
});

const requestType = builder.node(builder.objectRef<ShownRequest>('LoggedRequest'), {
  description: 'A request and its response. Tokens, cookies and link tickets are masked.',
  id: { resolve: ({ id }) => id },
  loadOne: (id, { call }) => findRequest(id, call),
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of arrival, in real time.' }),
    method: t.exposeString('method', { description: 'Its method.' }),
    path: t.string({ description: 'Path and query, as sent.', resolve: ({ target }) => headerText(target) }),
    operationName: t.exposeString('operationName', {
      nullable: true,
      description: 'Name of the GraphQL operation; null for REST.',
    }),
    status: t.exposeInt('status', { description: 'HTTP status of the response.' }),
    code: t.exposeString('code', {
      nullable: true,
      description:
        'Code of the refusal, also when it is in the payload of a mutation; null when the request was accepted.',
    }),
    xRequestId: t.exposeString('xRequestId', { nullable: true, description: 'Its X-Request-ID.' }),
    durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds until the response was ready.' }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'The fault that the sandbox played, a value of X-Sandbox-Fault; null without one.',
    }),
    requestHeaders: t.field({
      type: [header],
      complexity: listCost(20, 200),
      description: 'Request headers, names in lower case.',
      resolve: ({ requestHeaders }) =>
        requestHeaders.map(([name, value]) => [name, headerText(value)] as const),
    }),
    requestBody: t.exposeString('requestBody', {
      nullable: true,
      description:
        'First 32 KiB of the request body; null without a body, and when the signature was not verified.',
    }),
    responseHeaders: t.expose('responseHeaders', {
      type: [header],
      complexity: listCost(10),
      description: 'Response headers.',
    }),
    responseBody: t.exposeString('responseBody', {
      nullable: true,
      description:
        'First 32 KiB of the response body; null without a body, when the signature was not verified or the request timed out, for streams and for requestLog itself.',
    }),
    checks: t.field({
      type: [check],
      complexity: listCost(8),
      description: 'All checks in their order. Checks after a failed one are skipped.',
      resolve: checksOf,
    }),
    signature: t.field({
      type: signature,
      nullable: true,
      description: 'Difference that made the signature invalid; null when nothing was compared.',
      resolve: (source, _, { call }) => comparisonOf(source, call),
    }),
  }),
});

async function findRequest(id: string, call: GraphQLCall): Promise<ShownRequest | null> {
  if (!cursorPart.id.safeParse(id).success) return null;
  await prepareLog(call);
  const request = await call.readStores(noRolePolicy, ({ stores, caller }) =>
    stores.requestLog.find(caller.tppId, id),
  );
  return request && toShownRequest(request);
}

const header = builder.objectRef<LoggedHeader>('LoggedHeader').implement({
  description: 'A header of a request or a response.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ([name]) => name }),
    value: t.string({ description: 'Its value.', resolve: ([, value]) => value }),
  }),
});

type CheckResult = 'PASSED' | 'FAILED' | 'SKIPPED';

interface LoggedCheck {
  readonly name: Stage;
  readonly result: CheckResult;
  readonly detail: string | null;
  readonly durationMs: number | null;
}

const checkName = describedEnum('CheckName', 'Checks of a request, in their order.', stageMeanings);
const checkResult = describedEnum<CheckResult>('CheckResult', 'The result of a check.', {
  PASSED: 'Passed: nothing was wrong.',
  FAILED: 'Failed: it refused the request.',
  SKIPPED: 'Skipped: an earlier check refused the request.',
});
const check = builder.objectRef<LoggedCheck>('RequestCheck').implement({
  description: 'A check of a request.',
  fields: (t) => ({
    name: t.expose('name', { type: checkName, description: 'Which check it is.' }),
    result: t.expose('result', { type: checkResult, description: 'Its result.' }),
    detail: t.exposeString('detail', { nullable: true, description: 'What was wrong.' }),
    durationMs: t.exposeFloat('durationMs', {
      nullable: true,
      description: 'Duration in milliseconds; null when it was skipped.',
    }),
  }),
});

function checksOf({ failedStage, failureText, stageMs }: ShownRequest): LoggedCheck[] {
  return stages.map((name, index) => {
    const durationMs = stageMs[index] ?? 0;
    if (failedStage === null || index < failedStage)
      return { name, result: 'PASSED', detail: null, durationMs };
    if (index === failedStage) return { name, result: 'FAILED', detail: failureText, durationMs };
    return { name, result: 'SKIPPED', detail: null, durationMs: null };
  });
}

interface Comparison {
  readonly expected: string;
  readonly received: string | null;
}

const signature = builder.objectRef<Comparison>('SignatureComparison').implement({
  description:
    'The value that the bank computed and the value in the request: signing strings, digests or keyIds.',
  fields: (t) => ({
    expected: t.exposeString('expected', { description: 'Value that the bank computed.' }),
    received: t.exposeString('received', {
      nullable: true,
      description:
        'Value in the request. For a signing string: the string that the TPP has signed, if the bank finds it by trying common mistakes (other order, CRLF, final line break); otherwise null.',
    }),
    firstDifference: t.int({
      nullable: true,
      description: 'Index of the first different character; null when received is null.',
      resolve: indexOfFirstDifference,
    }),
  }),
});

async function comparisonOf(entry: ShownRequest, call: GraphQLCall): Promise<Comparison | null> {
  const { compared } = entry;
  if (compared === null || compared.of !== 'SIGNING_STRING') return compared;
  // With too many fields the whole response is refused, so the result does not matter.
  if (!call.parsed.responseLimit.countFields(comparisonCost)) return null;
  const { requestLog } = call.parts;
  // The comparisons of a page run one after the other, because each takes some milliseconds.
  return {
    ...compared,
    received: requestLog ? await runLater(call.parsed.workOwner, requestLog.findSignedText(entry)) : null,
  };
}

function indexOfFirstDifference({ expected, received }: Comparison): number | null {
  if (received === null) return null;
  let index = 0;
  while (index < expected.length && expected[index] === received[index]) index += 1;
  return index < expected.length || index < received.length ? index : null;
}
