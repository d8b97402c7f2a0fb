/**
 * A traced request or piece of housekeeping. Stages are children of its span. Statements and calls are children of the current stage. The
 * number of all of them is limited.
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

export const maxSpans = 200;

export class TracedWork {
  readonly span: Span;
  readonly #tracer: Tracer;
  /**
   * Converts monotonic time to epoch time. It is computed once, so that the times in a trace stay consistent if the system clock changes.
   */
  readonly #epochOffsetMs = Date.now() - performance.now();
  readonly #context: Context;
  /** The context of the current stage. */
  #parent: Context;
  #stage: Span | null = null;
  #count = 0;

  constructor(tracer: Tracer, parent: Context, name: string, options: SpanOptions) {
    this.#tracer = tracer;
    this.span = tracer.startSpan(name, { ...options, startTime: this.time() }, parent);
    this.#context = trace.setSpan(parent, this.span);
    this.#parent = this.#context;
  }

  /** false: the work is not sampled, or has ended. */
  get isRecording(): boolean {
    return this.span.isRecording();
  }

  /** The time of a span, from monotonic milliseconds. */
  time(at: number = performance.now()): HrTime {
    return millisToHrTime(at + this.#epochOffsetMs);
  }

  /** null: the work is not sampled, or has too many spans. */
  child(name: string, options: SpanOptions, parent: Context = this.#parent): Span | null {
    if (!this.span.spanContext().traceFlags) return null;
    this.#count += 1;
    if (this.#count > maxSpans) return null;
    return this.#tracer.startSpan(name, { startTime: this.time(), ...options }, parent);
  }

  enterStage(name: string, at: number): void {
    const startTime = this.time(at);
    this.#stage?.end(startTime);
    this.#stage = this.child(name, { startTime }, this.#context);
    this.#parent = this.#stage === null ? this.#context : trace.setSpan(this.#context, this.#stage);
  }

  end(): void {
    if (!this.isRecording) return;
    const endTime = this.time();
    this.#stage?.end(endTime);
    if (this.#count > maxSpans) this.span.setAttribute('psd2.spans.left_out', this.#count - maxSpans);
    this.span.end(endTime);
  }
}
