/** Registers REST, GraphQL, the SCA pages, documents and probes, each in its own Fastify context. */
import type { FastifyInstance } from 'fastify';
import { toolkitAt } from '../../packages/toolkit/src/toolkit-line.ts';
import { staticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { databaseRefusal } from '../db/connections/failure.ts';
import type { Steps } from '../domain/steps.ts';
import { registerGraphQL } from '../graphql/door.ts';
import { buildSchema, schemaDocument } from '../graphql/schema/schema.ts';
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

export interface Doors
  extends Pick<RestParts, 'guard' | 'performer' | 'settings' | 'signaturesOfReads'>,
    Pick<Parameters<typeof registerGraphQL>[1], 'events' | 'takeSlot' | 'isStopping'>,
    Omit<SandboxPageParts, 'publicUrl' | 'toolkit' | 'consoleFolder'> {
  readonly parts: AppParts;
  /** null: TPPs cannot read their requests. */
  readonly requestLog: RequestLog | null;
  /** null: this is not a sandbox. */
  readonly faults: SandboxFaults | null;
  readonly approval: Approval;
  readonly metricsPage: () => Promise<HttpAnswer>;
  /** Whether the process is about to stop. It still serves requests, but /readyz is 503. */
  readonly isLeaving: () => boolean;
  readonly clockCheck: ClockCheck | null;
}

export function registerDoors(app: FastifyInstance, doors: Doors): void {
  const { parts, settings, approval, requestLog, faults } = doors;
  const { sandbox, publicUrl, consoleFolder } = parts;
  const toolkit = parts.toolkit ?? toolkitAt({ url: publicUrl, dataDir: sandbox ? '.data' : null }, {});
  const schema = buildSchema({ ...settings, identityProvider: parts.identity != null });
  const renderFailure = createPageFailureRenderer(parts);
  const siteParts = { ...doors, publicUrl, toolkit, consoleFolder };
  const site = sandbox ? createSandboxPages(siteParts, renderFailure) : null;
  addFailurePages(app, renderFailure);
  app.register(async (context) => registerRest(context, { ...doors, routes }));
  app.register(async (context) =>
    registerGraphQL(context, {
      ...parts,
      ...doors,
      refusalOfError: databaseRefusal,
      schema,
      explorer: site?.explorer,
      requestLog: requestLog ? { flush: () => requestLog.flush(), signedText } : undefined,
      reloadFaults: faults?.load,
    }),
  );
  app.register(async (context) => registerSca(context, { approval, sandbox, publicUrl }));
  app.register(async (context) => {
    const schemaPage = { '/schema.graphql': staticDocument(() => schemaDocument(schema)) };
    const sandboxPages = site ? { ...schemaPage, ...site.pages } : {};
    registerPages(context, { ...documentPages(doors, toolkit), ...sandboxPages });
  });
  app.register(async (context) => registerHealth(context, doors));
}

/** The text that the client has signed instead of the signing string; null if the signature is no known mistake. */
function signedText({ details }: LoggedRequest): Steps<string | null> {
  const { method, target, requestHeaders } = details;
  const headers = new Map(requestHeaders);
  return findSignedText({ method, target, headers: { get: (name) => headers.get(name) ?? null } });
}

function documentPages({ settings, hasUpstreamBank }: Doors, toolkit: Toolkit): Pages {
  const documents = createDocuments({ ...settings, routes, toolkit, hasUpstreamBank });
  return { ...documents.pages, ...createReference(documents.tableOfContents), ...createGuide() };
}

/** `/livez` fails if the process must be restarted; `/readyz` fails while it must get no requests. */
function registerHealth(app: FastifyInstance, doors: Doors): void {
  const { parts, isLeaving, clockCheck, metricsPage } = doors;
  const readiness = async () => {
    if (isLeaving()) return probeAnswer(503, 'stopping');
    try {
      await parts.database.ping();
    } catch {
      return probeAnswer(503, 'the database cannot be reached');
    }
    return clockCheck?.hasAgreed() === false
      ? probeAnswer(503, 'the clock differs from that of the database')
      : probeAnswer(200, 'ready');
  };
  const probes = { '/livez': async () => probeAnswer(200, 'alive'), '/readyz': readiness };
  // /readyz is 503 until the clocks have been compared, so they are compared before the port opens.
  app.addHook('onReady', async () => void (await clockCheck?.compare()));
  // The service answers probes even while it refuses all other requests.
  registerPages(app, { ...probes, '/metrics': metricsPage }, { isProbe: true });
}

const probeAnswer = (status: number, text: string): HttpAnswer =>
  textAnswer(status, `${text}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '2' } : {}),
  });
