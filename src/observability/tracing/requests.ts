/** Spans of requests, by the OpenTelemetry conventions for servers. They contain no client input. */
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { HeaderMap } from '../../domain/headers.ts';
import type { Stage } from '../../domain/stages.ts';
import type { HttpRequest } from '../../http/message.ts';
import { type DoorLogEntry, knownMethods, type RequestSpan } from '../request-trace.ts';
import { serverAttributes, TracedWork, type WorkStorage } from './traced-work.ts';

/** Ignores malformed headers. */
const propagator = new W3CTraceContextPropagator();
const headerGetter = {
  get: (headers: HeaderMap, name: string) => headers.get(name) ?? undefined,
  /** The propagator never calls it. */
  keys: () => [],
};

class TracedRequest implements RequestSpan {
  readonly traceId: string;
  readonly #work: TracedWork;
  readonly #span: Span;
  readonly #storage: WorkStorage;
  readonly #method: string;
  #stage: Stage | null = null;
  #route: string | null = null;
  #operation: string | null = null;
  #hasFailed = false;

  constructor(work: TracedWork, storage: WorkStorage, method: string) {
    this.#work = work;
    this.#span = work.span;
    this.#storage = storage;
    this.#method = method;
    this.traceId = work.span.spanContext().traceId;
  }

  run<T>(callback: () => T): T {
    return this.#storage.run(this.#work, callback);
  }

  enter(stage: Stage, at: number): void {
    if (stage === this.#stage || !this.#work.isRecording) return;
    this.#stage = stage;
    this.#work.enterStage(stage, at);
  }

  setRoute(route: string): void {
    this.#route = route;
  }

  setOperation(type: string, fields: readonly string[]): void {
    this.#operation = fields.length === 1 ? `${type} ${fields[0]}` : type;
    this.#span.setAttributes({ 'graphql.operation.type': type, 'psd2.graphql.root_fields': [...fields] });
  }

  /** Called twice after a defect in a GraphQL resolver: for the defect, and then for the request. */
  addLogEntry({ door, route, status, code, codes, stage, failureId }: DoorLogEntry): void {
    if (!this.#work.isRecording) return;
    if (door === 'graphql') this.#route = '/graphql';
    else if (route !== 'none') this.#route = route;
    const refusalCodes = codes ?? (code === undefined ? [] : [code]);
    if (refusalCodes.length > 0) this.#span.setAttribute('psd2.refusal.codes', [...refusalCodes]);
    if (stage !== undefined) this.#span.setAttribute('psd2.refusal.stage', stage);
    if (failureId !== undefined) this.#span.setAttribute('psd2.failure.id', failureId);
    if (status >= 500) this.#fail(code ?? String(status));
  }

  end(status: number | null): void {
    if (!this.#work.isRecording) return;
    if (this.#route !== null) this.#span.setAttribute('http.route', this.#route);
    if (status !== null) {
      this.#span.setAttribute('http.response.status_code', status);
      if (status >= 500 && !this.#hasFailed) this.#fail(String(status));
    }
    const methodAndRoute = this.#route ? `${this.#method} ${this.#route}` : this.#method;
    this.#span.updateName(this.#operation ?? methodAndRoute);
    this.#work.end();
  }

  #fail(type: string): void {
    this.#hasFailed = true;
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

/** The returned function begins the span of a request. */
export function createRequestSpans(tracer: Tracer, storage: WorkStorage, publicUrl: string) {
  const address = new URL(publicUrl);
  const attributes = { 'url.scheme': address.protocol.slice(0, -1), ...serverAttributes(address) };
  return ({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): RequestSpan => {
    const isKnown = knownMethods.has(method);
    const name = isKnown ? method : 'HTTP';
    const parent = propagator.extract(ROOT_CONTEXT, headers, headerGetter);
    const work = new TracedWork(tracer, parent, name, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': isKnown ? method : '_OTHER', ...attributes },
    });
    return new TracedRequest(work, storage, name);
  };
}
