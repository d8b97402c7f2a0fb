/**
 * A traced request or piece of housekeeping. Spans of stages, statements and calls are children, limited in number, and
 * belong to the current stage.
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

export const spansAtMost = 200;

export class TracedWork {
  readonly span: Span;
  readonly #tracer: Tracer;
  /** Fixed once, so that times within a trace are consistent even if the system clock changes. */
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

  /** False if the work is not sampled or has ended. */
  get isRecording(): boolean {
    return this.span.isRecording();
  }

  time(at: number = performance.now()): HrTime {
    return millisToHrTime(at + this.#epochMs);
  }

  /** null: not sampled, or too many spans. */
  child(name: string, options: SpanOptions, parent: Context = this.#parent): Span | null {
    if (!this.span.spanContext().traceFlags) return null;
    this.#count += 1;
    if (this.#count > spansAtMost) return null;
    return this.#tracer.startSpan(name, { startTime: this.time(), ...options }, parent);
  }

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
