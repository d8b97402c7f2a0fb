/** Sends spans in batches, after the requests. It drops and counts spans over the limits. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';

export interface SendLimits {
  readonly waitingSpansAtMost: number;
  readonly batchSpansAtMost: number;
  /** From the first span of a batch until the batch is sent. */
  readonly delayMs: number;
  /** For a batch with its retries. */
  readonly exportMs: number;
  /** For the last batches when the process stops. */
  readonly stopMs: number;
}

export const defaultLimits: SendLimits = {
  waitingSpansAtMost: 2_048,
  batchSpansAtMost: 512,
  delayMs: 5_000,
  exportMs: 10_000,
  stopMs: 2_000,
};

/** Each function is called once in each outage of the collector. */
export interface OutageLog {
  readonly onBegin: (fields: Readonly<Record<string, string | number>>) => void;
  readonly onEnd: (fields: Readonly<Record<string, string | number>>) => void;
}

export function createSpanSender(exporter: SpanExporter, limits: SendLimits, log: OutageLog) {
  let waitingCount = 0;
  let droppedCount = 0;
  /** `droppedCount` when the outage began; null: there is no outage. */
  let droppedBeforeOutage: number | null = null;

  function countResult(count: number, { code, error }: ExportResult): void {
    if (code !== ExportResultCode.SUCCESS) {
      if (droppedBeforeOutage === null) {
        droppedBeforeOutage = droppedCount;
        log.onBegin({ code: codeOf(error) });
      }
      droppedCount += count;
    } else if (droppedBeforeOutage !== null) {
      log.onEnd({ dropped: droppedCount - droppedBeforeOutage });
      droppedBeforeOutage = null;
    }
  }

  const countingExporter: SpanExporter = {
    export(spans, reportResult) {
      waitingCount -= spans.length;
      exporter.export(spans, (result) => {
        countResult(spans.length, result);
        // `countResult` has logged the failure. With SUCCESS the processor does not log it again.
        reportResult({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: countingExporter,
    maxQueueSize: limits.waitingSpansAtMost,
    maxExportBatchSize: limits.batchSpansAtMost,
    scheduledDelayMillis: limits.delayMs,
    // Longer than the time limit of `exporter`, so that the exporter ends first.
    exportTimeoutMillis: 2 * limits.exportMs,
  });
  return {
    dropped: () => droppedCount,
    waiting: () => waitingCount,
    processor: {
      onStart: () => undefined,
      onEnd(span: ReadableSpan) {
        // `batches` would drop the span too, but without counting it.
        if (waitingCount >= limits.waitingSpansAtMost) {
          droppedCount += 1;
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

/** The message of an error may contain addresses, so it is not logged. */
function codeOf(error: Error | undefined): string | number {
  if (error === undefined || !('code' in error)) return error?.name ?? 'UNKNOWN';
  return typeof error.code === 'string' || typeof error.code === 'number' ? error.code : error.name;
}
