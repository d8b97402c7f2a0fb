/** Spans of calls to a remote bank. */
import {
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { serverAttributes, type WorkStorage } from './traced-work.ts';

const propagator = new W3CTraceContextPropagator();

interface TracedCall {
  readonly method: string;
  /** The URL to which the path is appended. */
  readonly base: string;
  /** The path with names in place of ids. */
  readonly template: string;
  readonly earlierAttempts: number;
}

export function createCallTraces(tracer: Tracer, storage: WorkStorage) {
  return {
    begin({ method, base, template, earlierAttempts }: TracedCall) {
      const address = new URL(base);
      const path = address.pathname === '/' ? template : `${address.pathname}${template}`;
      const options = {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': method,
          'url.template': path,
          ...serverAttributes(address),
          ...(earlierAttempts > 0 ? { 'http.request.resend_count': earlierAttempts } : {}),
        },
      };
      const name = `${method} ${path}`;
      const work = storage.getStore();
      const span =
        work === undefined ? tracer.startSpan(name, options, ROOT_CONTEXT) : work.startChild(name, options);
      const headers: Record<string, string> = {};
      // If the work is not sampled or has too many spans, the call has no span. The bank then gets the span of the work as the parent.
      const parentForBank = span ?? work?.span;
      if (parentForBank)
        propagator.inject(trace.setSpan(ROOT_CONTEXT, parentForBank), headers, defaultTextMapSetter);
      return {
        headers,
        /** `result`: the status of the response, or a code of the failure. */
        end(result: number | string): void {
          if (typeof result === 'number') span?.setAttribute('http.response.status_code', result);
          if (typeof result === 'string' || result >= 400) {
            span?.setAttribute('error.type', String(result));
            span?.setStatus({ code: SpanStatusCode.ERROR });
          }
          span?.end(work?.time());
        },
      };
    },
  };
}
