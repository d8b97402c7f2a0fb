import type { FastifyInstance } from 'fastify';
import { staticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { refusalOfFailure } from '../db/connections/failure.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import { registerGraphQL } from '../graphql/door.ts';
import type { GraphQLParts } from '../graphql/parts.ts';
import { buildSchema, schemaDocumentOf } from '../graphql/schema/schema.ts';
import type { ClockCheck } from '../housekeeping/clock-check.ts';
import { type HttpAnswer, textAnswer } from '../http/message.ts';
import type { RequestLog } from '../observability/request-log/request-log.ts';
import type { LoggedRequest } from '../observability/request-record.ts';
import type { Approval } from '../operations/sca/approval.ts';
import { createGuide } from '../pages/docs/guide.ts';
import { createReference } from '../pages/docs/reference.ts';
import { createDocuments } from '../rest/documents.ts';
import { type RestParts, registerRest } from '../rest/plugin.ts';
import { routes } from '../rest/routes.ts';
import { registerSca } from '../sca/door.ts';
import { findSignedText } from '../security/signed-text.ts';
import {
  addFailurePages,
  createPageFailureRenderer,
  createSandboxPages,
  type Pages,
  registerPages,
  type SandboxPageParts,
} from './pages.ts';
import type { AppParts } from './parts.ts';
import type { SandboxFaults } from './sandbox-faults.ts';

export interface DoorParts
  extends Pick<RestParts, 'guard' | 'performer' | 'settings' | 'signaturesOfReads'>,
    Pick<GraphQLParts, 'events' | 'takeSubscriptionSlot' | 'isStopping'>,
    Omit<SandboxPageParts, 'publicUrl' | 'toolkit' | 'consoleFolder'> {
  readonly parts: AppParts;
  readonly requestLog: RequestLog | null;
  readonly faults: SandboxFaults | null;
  readonly approval: Approval;
  readonly metricsPage: () => Promise<HttpAnswer>;
  /** true: the process will stop. It serves requests until `isStopping` is true too. */
  readonly isLeaving: () => boolean;
  readonly clockCheck: ClockCheck | null;
}

/** Each door has its own Fastify context, so that its hooks and error handler run only for its requests. */
export function registerDoors(app: FastifyInstance, doorParts: DoorParts): void {
  const { parts, settings, approval, requestLog, faults } = doorParts;
  const { sandbox, publicUrl, toolkit } = parts;
  const schema = buildSchema(settings);
  const renderFailure = createPageFailureRenderer(parts);
  const site = sandbox ? createSandboxPages({ ...parts, ...doorParts }, renderFailure) : null;
  addFailurePages(app, renderFailure);
  app.register(async (context) => registerRest(context, { ...doorParts, routes }));
  app.register(async (context) =>
    registerGraphQL(context, {
      ...parts,
      ...doorParts,
      refusalOfError: refusalOfFailure,
      schema,
      explorer: site?.explorer,
      requestLog: requestLog
        ? { flush: () => requestLog.flush(), findSignedText: findSignedTextOf }
        : undefined,
      reloadFaults: faults?.load,
    }),
  );
  app.register(async (context) => registerSca(context, { approval, sandbox, publicUrl }));
  app.register(async (context) => {
    const schemaPage = { '/schema.graphql': staticDocument(() => schemaDocumentOf(schema)) };
    const sandboxPages = site ? { ...schemaPage, ...site.pages } : {};
    registerPages(context, { ...documentPages(doorParts, toolkit), ...sandboxPages });
  });
  app.register(async (context) => registerHealth(context, doorParts));
}

/** The text that the client has signed instead of the signing string; null: the client made no known mistake. */
function findSignedTextOf({ details }: LoggedRequest): PausableWork<string | null> {
  const { method, target, requestHeaders } = details;
  const headers = new Map(requestHeaders);
  return findSignedText({ method, target, headers: { get: (name) => headers.get(name) ?? null } });
}

function documentPages({ settings, hasUpstreamBank }: DoorParts, toolkit: Toolkit): Pages {
  const documents = createDocuments({ ...settings, routes, toolkit, hasUpstreamBank });
  return {
    ...documents.pages,
    ...createReference(documents.tableOfContents),
    ...createGuide(settings.publicUrl),
  };
}

/** `/livez` is 200 as long as the process can answer at all; `/readyz` is 503 while the process must get no requests. */
function registerHealth(app: FastifyInstance, doorParts: DoorParts): void {
  const { parts, isLeaving, clockCheck, metricsPage } = doorParts;
  const readiness = async () => {
    if (isLeaving()) return probeAnswer(503, 'stopping');
    try {
      await parts.database.ping();
    } catch {
      return probeAnswer(503, 'the database does not answer');
    }
    return clockCheck?.agreedAtLastComparison() === false
      ? probeAnswer(503, 'the clock differs from that of the database')
      : probeAnswer(200, 'ready');
  };
  const probes = { '/livez': async () => probeAnswer(200, 'alive'), '/readyz': readiness };
  // Compares the clocks at the start, because /readyz is 503 before the first comparison.
  app.addHook('onReady', async () => void (await clockCheck?.agreesNow()));
  registerPages(app, { ...probes, '/metrics': metricsPage }, { isProbe: true });
}

const probeAnswer = (status: number, text: string): HttpAnswer =>
  textAnswer(status, `${text}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '2' } : {}),
  });
