/** Sandbox: `requestLog`, the calling TPP's own requests, with what each check found. */

import { anyText } from '../../../../domain/fields/shared.ts';
import { type Stage, stageMeanings, stages } from '../../../../domain/stages.ts';
import { headerText } from '../../../../domain/values/text.ts';
import { runLater } from '../../../../fairness/long-work.ts';
import {
  type LoggedHeader,
  type LoggedRequest,
  shownRequest,
} from '../../../../observability/request-record.ts';
import { countedAtMost } from '../../../../operations/ports/page.ts';
import { countLoggedRequests } from '../../../../operations/request-log/count-logged-requests.ts';
import { listLoggedRequests } from '../../../../operations/request-log/list-logged-requests.ts';
import type { RequestLogFilter } from '../../../../operations/request-log/ports.ts';
import type { GraphQLCall } from '../../../call.ts';
import { tppData } from '../../../readable.ts';
import type { GraphQLBuilder } from '../../builder.ts';
import { described } from '../../code-meanings.ts';
import { describeConnection } from '../../connections.ts';
import { list, page } from '../../costs.ts';
import { connectionOf, cursorsBy, word } from '../../pages.ts';

const cursors = cursorsBy<LoggedRequest, string>(
  [word.id],
  ({ id }) => [id],
  (id = '') => id,
);

/** How many fields of an answer one comparison of signing strings costs: several hundred hashes. */
const comparisonFields = 500;

export function requestLogQuery(builder: GraphQLBuilder): void {
  const request = requestType(builder);
  const filter = filterInput(builder);
  builder.queryField('requestLog', (t) =>
    t.connection(
      {
        type: request,
        complexity: page,
        description:
          'Sandbox: the requests that the calling TPP has sent, by whatever door and to whichever replica, newest first. At least its last 1,000 are kept, for three days; of those that were refused before the signature had verified, the last 200.',
        args: { filter: t.arg({ type: filter, description: 'Which requests.' }) },
        resolve: async (_, { filter: rawFilter, ...args }, { call }) => {
          await begin(call);
          const filter = filterOf(rawFilter ?? {});
          return connectionOf(
            args,
            cursors,
            async (page) => (await call.read(listLoggedRequests, { filter, page })).map(shownRequest),
            () => call.read(countLoggedRequests, filter),
          );
        },
      },
      describeConnection('LoggedRequestConnection', 'A page of requests.', countedAtMost),
      { name: 'LoggedRequestEdge', description: 'A request and its cursor.' },
    ),
  );
}

/** Waits until earlier requests are stored; the answer to this one is not logged. */
async function begin({ trace, parts }: GraphQLCall): Promise<void> {
  trace.silent = true;
  await parts.requestLog?.written();
}

/** What the log can hold; of another text it has no entry. */
const keptText = anyText.nullish();

function filterInput(builder: GraphQLBuilder) {
  return builder.inputType('RequestLogFilter', {
    description: 'Which requests a list holds; every field narrows it.',
    fields: (t) => ({
      code: t.string({ validate: keptText, description: 'Refused with this code.' }),
      status: t.int({ description: 'Answered with this status of HTTP.' }),
      path: t.string({ validate: keptText, description: 'Sent to this path, the query left out.' }),
      since: t.field({ type: 'DateTime', description: 'Sent at this real time or later.' }),
      until: t.field({ type: 'DateTime', description: 'Sent at this real time or earlier.' }),
      xRequestId: t.string({ validate: keptText, description: 'Sent under this X-Request-ID.' }),
      fromConsole: t.boolean({
        description:
          'Whether to hold what the console has asked in the name of the TPP: false leaves it out, true leaves out all else.',
      }),
    }),
  });
}

type LogFilterInput = ReturnType<typeof filterInput>['$inferInput'];

const filterOf = ({ since, until, ...others }: LogFilterInput): RequestLogFilter => ({
  ...others,
  since: since?.getTime(),
  until: until?.getTime(),
});

function requestType(builder: GraphQLBuilder) {
  const header = headerType(builder);
  const check = checkType(builder);
  const signature = signatureType(builder);
  return builder.node(builder.objectRef<LoggedRequest>('LoggedRequest'), {
    description:
      'A request as it was sent and answered. Tokens, cookies and the tickets of links are masked.',
    id: { resolve: ({ id }) => id, description: 'Global id, which `node` takes.' },
    loadOne: (id, { call }) => findRequest(id, call),
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'When it came, in real time.' }),
      method: t.string({ description: 'Its method.', resolve: ({ details }) => details.method }),
      path: t.string({
        description: 'Its path with the query, as sent.',
        resolve: ({ details }) => headerText(details.target),
      }),
      operationName: t.string({
        nullable: true,
        description: 'Name of the operation in a GraphQL document; null for REST.',
        resolve: ({ details }) => details.operationName,
      }),
      status: t.exposeInt('status', { description: 'Status of HTTP of the answer.' }),
      code: t.exposeString('code', {
        nullable: true,
        description: 'Why it was refused, also in the payload of a mutation; null when it was not.',
      }),
      xRequestId: t.exposeString('xRequestId', { nullable: true, description: 'Its X-Request-ID.' }),
      durationMs: t.float({
        description: 'Milliseconds until the answer was made.',
        resolve: ({ details }) => details.durationMs,
      }),
      fault: t.string({
        nullable: true,
        description: 'The fault that the sandbox played, a value of X-Sandbox-Fault; null without one.',
        resolve: ({ details }) => details.fault,
      }),
      requestHeaders: t.field({
        type: [header],
        complexity: list(20, 200),
        description: 'Its headers, names in small letters.',
        resolve: ({ details }) =>
          details.requestHeaders.map(([name, value]) => [name, headerText(value)] as const),
      }),
      requestBody: t.string({
        nullable: true,
        description:
          'Its body, the first 32 KiB of it; null without one, and where no signature has shown whose it is.',
        resolve: ({ details }) => details.requestBody,
      }),
      responseHeaders: t.field({
        type: [header],
        complexity: list(10),
        description: 'Headers of the answer.',
        resolve: ({ details }) => details.responseHeaders,
      }),
      responseBody: t.string({
        nullable: true,
        description:
          'Body of the answer, the first 32 KiB of it; null as for the request, for streams, and for the answers to requestLog.',
        resolve: ({ details }) => details.responseBody,
      }),
      checks: t.field({
        type: [check],
        complexity: list(8),
        description: 'All stages in their order. Those after the one that failed were not reached.',
        resolve: checksOf,
      }),
      signature: t.field({
        type: signature,
        nullable: true,
        description: 'What differs in a refused signature; null where nothing was compared.',
        resolve: (source, _, { call }) => comparisonOf(source, call),
      }),
    }),
  });
}

async function findRequest(id: string, call: GraphQLCall): Promise<LoggedRequest | null> {
  if (!word.id.test(id)) return null;
  await begin(call);
  const request = await call.readStores(tppData, ({ stores, caller }) =>
    stores.requestLog.find(caller.tppId, id),
  );
  return request && shownRequest(request);
}

function headerType(builder: GraphQLBuilder) {
  return builder.objectRef<LoggedHeader>('LoggedHeader').implement({
    description: 'A header of a request or an answer.',
    fields: (t) => ({
      name: t.string({ description: 'Its name.', resolve: ([name]) => name }),
      value: t.string({ description: 'Its value.', resolve: ([, value]) => value }),
    }),
  });
}

type CheckResult = 'PASSED' | 'FAILED' | 'SKIPPED';

interface LoggedCheck {
  readonly name: Stage;
  readonly result: CheckResult;
  readonly detail: string | null;
  readonly durationMs: number | null;
}

function checkType(builder: GraphQLBuilder) {
  const name = builder.enumType('CheckName', {
    description: 'The stages that a request goes through, in their order.',
    values: described(stageMeanings),
  });
  const result = builder.enumType('CheckResult', {
    description: 'The result of a check.',
    values: described<CheckResult>({
      PASSED: 'Passed: nothing was wrong.',
      FAILED: 'Failed: it refused the request.',
      SKIPPED: 'Skipped: an earlier one had refused the request.',
    }),
  });
  return builder.objectRef<LoggedCheck>('RequestCheck').implement({
    description: 'A check of a request.',
    fields: (t) => ({
      name: t.expose('name', { type: name, description: 'Which check it is.' }),
      result: t.expose('result', { type: result, description: 'Its result.' }),
      detail: t.exposeString('detail', { nullable: true, description: 'What was wrong.' }),
      durationMs: t.exposeFloat('durationMs', {
        nullable: true,
        description: 'Milliseconds that it took; null when it was skipped.',
      }),
    }),
  });
}

function checksOf({ details: { failed, detail, spent } }: LoggedRequest): LoggedCheck[] {
  return stages.map((name, index) => {
    const result = failed === null || index < failed ? 'PASSED' : index === failed ? 'FAILED' : 'SKIPPED';
    return {
      name,
      result,
      detail: result === 'FAILED' ? detail : null,
      durationMs: result === 'SKIPPED' ? null : (spent[index] ?? 0),
    };
  });
}

interface Comparison {
  readonly expected: string;
  readonly received: string | null;
}

function signatureType(builder: GraphQLBuilder) {
  return builder.objectRef<Comparison>('SignatureComparison').implement({
    description: 'What the bank has computed and what a request carried: signing strings, digests or keyIds.',
    fields: (t) => ({
      expected: t.exposeString('expected', { description: 'What the bank has computed.' }),
      received: t.exposeString('received', {
        nullable: true,
        description:
          'What the request carried. Of a signature the signing string that it does verify over, when it is one that signers make by mistake: another order, CRLF, a line break at the end; else null.',
      }),
      firstDifference: t.int({
        nullable: true,
        description: 'Index of the first character that differs; null where one side is null.',
        resolve: firstDifference,
      }),
    }),
  });
}

async function comparisonOf(entry: LoggedRequest, call: GraphQLCall): Promise<Comparison | null> {
  const { compared } = entry.details;
  if (compared === null || compared.of !== 'SIGNING_STRING') return compared;
  if (!call.size.takeFields(comparisonFields)) return null;
  const { requestLog } = call.parts;
  // A page has a hundred of them, each some milliseconds long.
  return {
    ...compared,
    received: requestLog ? await runLater(call.owner, requestLog.signedText(entry)) : null,
  };
}

function firstDifference({ expected, received }: Comparison): number | null {
  if (received === null) return null;
  let at = 0;
  while (at < expected.length && expected[at] === received[at]) at += 1;
  return at < expected.length || at < received.length ? at : null;
}
