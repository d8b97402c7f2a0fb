/** The spans of a request or a background task. Its stages are children of its span; statements and calls are children of a stage. */
import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type HrTime,
  type Span,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';

export const maxSpans = 200;

/** Its `getStore` returns the work to which the running code belongs; undefined: to none. */
export type WorkStorage = AsyncLocalStorage<TracedWork>;

export const serverAttributes = ({ protocol, hostname, port }: URL) => ({
  'server.address': hostname,
  'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
});

export class TracedWork {
  readonly span: Span;
  readonly #tracer: Tracer;
  /** Computed once, so that the times in a trace stay consistent if the system clock changes. */
  readonly #epochOffsetMs = Date.now() - performance.now();
  readonly #workContext: Context;
  /** The parent of the next statement or call: the current stage, or the work itself. */
  #childContext: Context;
  #stage: Span | null = null;
  #spanCount = 0;

  constructor(tracer: Tracer, parent: Context, name: string, options: SpanOptions) {
    this.#tracer = tracer;
    this.span = tracer.startSpan(name, { ...options, startTime: this.time() }, parent);
    this.#workContext = trace.setSpan(parent, this.span);
    this.#childContext = this.#workContext;
  }

  /** false: the work is not sampled, or has ended. */
  get isRecording(): boolean {
    return this.span.isRecording();
  }

  /** Converts monotonic milliseconds. */
  time(at: number = performance.now()): HrTime {
    return millisToHrTime(at + this.#epochOffsetMs);
  }

  /** null: the work is not sampled, or has too many spans. */
  startChild(name: string, options: SpanOptions, parent: Context = this.#childContext): Span | null {
    if (!this.span.spanContext().traceFlags) return null;
    this.#spanCount += 1;
    if (this.#spanCount > maxSpans) return null;
    return this.#tracer.startSpan(name, { startTime: this.time(), ...options }, parent);
  }

  enterStage(name: string, at: number): void {
    const startTime = this.time(at);
    this.#stage?.end(startTime);
    this.#stage = this.startChild(name, { startTime }, this.#workContext);
    this.#childContext =
      this.#stage === null ? this.#workContext : trace.setSpan(this.#workContext, this.#stage);
  }

  end(): void {
    if (!this.isRecording) return;
    const endTime = this.time();
    this.#stage?.end(endTime);
    if (this.#spanCount > maxSpans) this.span.setAttribute('psd2.spans.left_out', this.#spanCount - maxSpans);
    this.span.end(endTime);
  }
}
