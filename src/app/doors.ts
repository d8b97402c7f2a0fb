/** Registers REST, GraphQL, the SCA pages, documents and probes, each in its own Fastify context. */
import type { FastifyInstance } from 'fastify';
import { staticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { databaseRefusal } from '../db/connections/failure.ts';
import type { Product } from '../domain/payments/product.ts';
import type { Steps } from '../domain/steps.ts';
import { registerGraphQL } from '../graphql/door.ts';
import { buildSchema, schemaDocument } from '../graphql/schema/schema.ts';
import type { ClockCheck } from '../housekeeping/clock-check.ts';
import type { HttpAnswer } from '../http/message.ts';
import { createProbes } from '../observability/probes.ts';
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
import { type createSandboxPages, type RenderPageFailure, registerPages, registerProbes } from './pages.ts';
import type { AppParts } from './parts.ts';

type GraphQLDoorParts = Parameters<typeof registerGraphQL>[1];

export interface Doors
  extends Pick<RestParts, 'guard' | 'performer' | 'settings' | 'signaturesOfReads' | 'faults'>,
    Pick<GraphQLDoorParts, 'events' | 'takeSlot' | 'tokens' | 'session' | 'reloadFaults'> {
  readonly parts: AppParts;
  readonly products: readonly Product[];
  readonly toolkit: Toolkit;
  /** null: TPPs cannot read their requests. */
  readonly requestLog: RequestLog | null;
  /** null: this is not a sandbox. */
  readonly sandboxSite: ReturnType<typeof createSandboxPages> | null;
  readonly approval: Approval;
  readonly hasUpstreamBank: boolean;
  readonly renderPageFailure: RenderPageFailure;
  readonly metricsPage: () => Promise<HttpAnswer>;
  /** Whether the process is about to stop. It still serves requests, but /readyz is 503. */
  readonly isLeaving: () => boolean;
  readonly clockCheck: ClockCheck | null;
}

export function registerDoors(app: FastifyInstance, doors: Doors): void {
  const { sandbox, publicUrl } = doors.parts;
  const refusalOfError = databaseRefusal;
  app.register(async (context) => registerRest(context, { ...doors, refusalOfError, routes }));
  app.register(async (context) => registerGraphQL(context, { ...graphQLParts(doors), refusalOfError }));
  app.register(async (context) =>
    registerSca(context, { approval: doors.approval, sandbox, publicUrl, refusalOfError }),
  );
  app.register(async (context) => registerDocuments(context, doors));
  app.register(async (context) => registerHealth(context, doors));
}

function graphQLParts(doors: Doors): Omit<GraphQLDoorParts, 'refusalOfError'> {
  const { sandboxSite, requestLog, renderPageFailure } = doors;
  return {
    ...doors.parts,
    ...doors,
    schema: schemaOf(doors),
    explorer: sandboxSite ? { ...sandboxSite.explorer, renderFailure: renderPageFailure } : undefined,
    requestLog: requestLog ? { flush: () => requestLog.flush(), signedText } : undefined,
  };
}

/** The text that the client has signed instead of the signing string; null: its mistake is not a known one. */
function signedText({ details }: LoggedRequest): Steps<string | null> {
  const { method, target, requestHeaders } = details;
  const headers = new Map(requestHeaders);
  return findSignedText({ method, target, headers: { get: (name) => headers.get(name) ?? null } });
}

const schemaOf = ({ products, parts: { sandbox, identity } }: Doors) =>
  buildSchema({ products, sandbox, identityProvider: identity != null });

function registerDocuments(app: FastifyInstance, doors: Doors): void {
  const { parts, products, toolkit, hasUpstreamBank, sandboxSite, renderPageFailure } = doors;
  const { sandbox, publicUrl } = parts;
  const documents = createDocuments({ routes, products, sandbox, publicUrl, toolkit, hasUpstreamBank });
  const docs = { ...createReference(documents.tableOfContents), ...createGuide() };
  const schema = { '/schema.graphql': staticDocument(() => schemaDocument(schemaOf(doors))) };
  const pages = { ...documents.pages, ...docs, ...(sandboxSite ? { ...schema, ...sandboxSite.pages } : {}) };
  registerPages(app, pages, renderPageFailure);
}

function registerHealth(app: FastifyInstance, doors: Doors): void {
  const { parts, isLeaving, clockCheck, metricsPage, renderPageFailure } = doors;
  const clocksAgree = () => clockCheck?.hasAgreed() ?? true;
  const probes = createProbes({ ping: parts.database.ping, isLeaving, clocksAgree });
  // /readyz is 503 until the clocks have been compared, so they are compared before the port opens.
  app.addHook('onReady', async () => void (await clockCheck?.compare()));
  registerProbes(app, { ...probes, '/metrics': metricsPage }, renderPageFailure);
}
