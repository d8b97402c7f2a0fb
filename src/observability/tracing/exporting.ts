/**
 * Sends spans to a collector in batches, within bounds: of what waits, of what is under way, and of time. What cannot be sent
 * is dropped and counted; no request waits for it. Start at `createSending`.
 */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

export interface Bounds {
  /** Spans that wait; those beyond are dropped. */
  readonly waitingAtMost: number;
  readonly batchAtMost: number;
  /** Milliseconds from the first span of a batch until it is sent. */
  readonly delayMs: number;
  /** Milliseconds for a batch, its repetitions included. */
  readonly exportMs: number;
  /** Milliseconds for the last batches, when the process stops. */
  readonly stopMs: number;
}

export const defaultBounds: Bounds = {
  waitingAtMost: 2_048,
  batchAtMost: 512,
  delayMs: 5_000,
  exportMs: 10_000,
  stopMs: 2_000,
};

/** One line when spans cannot be sent, one when they can again. */
export interface SendingLog {
  readonly lost: (fields: Readonly<Record<string, string | number>>) => void;
  readonly found: (fields: Readonly<Record<string, string | number>>) => void;
}

export interface Sending {
  readonly processor: SpanProcessor;
  /** Spans that never arrived, since the start. */
  dropped(): number;
  /** Spans that wait to be sent. */
  waiting(): number;
}

export function createSending(exporter: SpanExporter, bounds: Bounds, log: SendingLog): Sending {
  let waitingCount = 0;
  let dropped = 0;
  let droppedBefore: number | null = null;

  function noteResult(count: number, { code, error }: ExportResult): void {
    if (code !== ExportResultCode.SUCCESS) {
      dropped += count;
      if (droppedBefore === null) log.lost({ code: codeOf(error) });
      droppedBefore ??= dropped - count;
    } else if (droppedBefore !== null) {
      log.found({ dropped: dropped - droppedBefore });
      droppedBefore = null;
    }
  }

  const countingExporter: SpanExporter = {
    export(spans, reportResult) {
      waitingCount -= spans.length;
      exporter.export(spans, (result) => {
        noteResult(spans.length, result);
        // The processor has nothing to add to what is counted.
        reportResult({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: countingExporter,
    maxQueueSize: bounds.waitingAtMost,
    maxExportBatchSize: bounds.batchAtMost,
    scheduledDelayMillis: bounds.delayMs,
    // The exporter has a limit of its own, so that this one is not met.
    exportTimeoutMillis: 2 * bounds.exportMs,
  });
  return {
    dropped: () => dropped,
    waiting: () => waitingCount,
    processor: {
      onStart: () => undefined,
      onEnd(span: ReadableSpan) {
        if (waitingCount >= bounds.waitingAtMost) {
          dropped += 1;
          return;
        }
        waitingCount += 1;
        batches.onEnd(span);
      },
      forceFlush: () => batches.forceFlush(),
      shutdown: () => batches.shutdown(),
    },
  };
}

/** What went wrong, by a code: messages may hold addresses. */
function codeOf(error: Error | undefined): string | number {
  if (error === undefined || !('code' in error)) return error?.name ?? 'UNKNOWN';
  return typeof error.code === 'string' || typeof error.code === 'number' ? error.code : error.name;
}
