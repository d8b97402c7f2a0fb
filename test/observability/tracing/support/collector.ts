/** An OpenTelemetry collector in this process: records spans, and can answer with errors. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
}

export interface Span extends Omit<Sent, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly children: readonly Span[];
}

export interface Collector {
  readonly url: string;
  readonly bodies: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly spans: readonly Sent[];
  /** The response instead of 200; it may leave the request open. */
  answer: (response: ServerResponse) => void;
  traceOf(traceId: string): Promise<Span>;
  until(fulfilled: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: Sent[] = [];
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let changed: (() => void)[] = [];
  const own = { answer: (response: ServerResponse): void => void response.end('{}') };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push(text);
      headers.push(request.headers);
      for (const resource of JSON.parse(text).resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      own.answer(response);
      const hear = changed;
      changed = [];
      for (const one of hear) one();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function until(fulfilled: () => boolean): Promise<void> {
    while (!fulfilled()) await new Promise<void>((resolve) => changed.push(resolve));
  }

  return Object.assign(own, {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    spans,
    until,
    async traceOf(traceId: string) {
      const served = () => spans.find((span) => span.traceId === traceId && span.kind === 2);
      await until(() => served() !== undefined);
      return treeOf(
        served() as Sent,
        spans.filter((span) => span.traceId === traceId),
      );
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function treeOf(root: Sent, all: readonly Sent[]): Span {
  const below = all.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  below.sort((one, other) => Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)));
  return {
    ...root,
    attributes: Object.fromEntries(root.attributes.map(({ key, value }) => [key, plain(value)])),
    children: below.map((one) => treeOf(one, all)),
  };
}

function plain(value: Readonly<Record<string, unknown>>): unknown {
  const [only] = Object.values(value);
  if (!('arrayValue' in value)) return only;
  const { values } = value.arrayValue as { values: Readonly<Record<string, unknown>>[] };
  return values.map(plain);
}

export function shapeOf(span: Span, depth = 0): readonly string[] {
  return [`${'  '.repeat(depth)}${span.name}`, ...span.children.flatMap((one) => shapeOf(one, depth + 1))];
}

export function newTrace(sampled = true) {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}` };
}
