/**
 * Work of which a trace is kept: a request, or a piece of housekeeping. Its own span ends with it; the spans below, of stages,
 * statements and calls, are bounded in number, and begin below the stage in which the work is.
 */
import {
  type Context,
  type HrTime,
  type Span,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';

/** How many spans one piece of work may have below its own. */
export const spansAtMost = 200;

export class TracedWork {
  readonly span: Span;
  readonly #tracer: Tracer;
  /** Taken once, so that the times of one trace fit each other whatever becomes of the system's clock. */
  readonly #epochMs = Date.now() - performance.now();
  readonly #own: Context;
  #parent: Context;
  #stage: Span | null = null;
  #count = 0;

  constructor(tracer: Tracer, parent: Context, name: string, options: SpanOptions) {
    this.#tracer = tracer;
    this.span = tracer.startSpan(name, { ...options, startTime: this.time() }, parent);
    this.#own = trace.setSpan(parent, this.span);
    this.#parent = this.#own;
  }

  /** False where the work is not sampled, or over. */
  get isRecording(): boolean {
    return this.span.isRecording();
  }

  /** `at`: by performance.now(). */
  time(at: number = performance.now()): HrTime {
    return millisToHrTime(at + this.#epochMs);
  }

  /** A span below; null where the work is not sampled, or has too many. */
  child(name: string, options: SpanOptions, parent: Context = this.#parent): Span | null {
    if (!this.span.spanContext().traceFlags) return null;
    this.#count += 1;
    if (this.#count > spansAtMost) return null;
    return this.#tracer.startSpan(name, { startTime: this.time(), ...options }, parent);
  }

  /** Ends the stage before, and begins one. */
  enterStage(name: string, at: number): void {
    const startTime = this.time(at);
    this.#stage?.end(startTime);
    this.#stage = this.child(name, { startTime }, this.#own);
    this.#parent = this.#stage === null ? this.#own : trace.setSpan(this.#own, this.#stage);
  }

  end(): void {
    if (!this.isRecording) return;
    const endTime = this.time();
    this.#stage?.end(endTime);
    if (this.#count > spansAtMost) this.span.setAttribute('psd2.spans.left_out', this.#count - spansAtMost);
    this.span.end(endTime);
  }
}
