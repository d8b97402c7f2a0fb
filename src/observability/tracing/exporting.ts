/** Sends spans in batches. Spans over the limits are dropped and counted, and no request waits for them. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';

export interface SendLimits {
  readonly waitingAtMost: number;
  readonly batchAtMost: number;
  /** From the first span of a batch until the batch is sent. */
  readonly delayMs: number;
  /** For a batch with its retries. */
  readonly exportMs: number;
  /** For the last batches when the process stops. */
  readonly stopMs: number;
}

export const defaultLimits: SendLimits = {
  waitingAtMost: 2_048,
  batchAtMost: 512,
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
      droppedCount += count;
      if (droppedBeforeOutage === null) log.onBegin({ code: codeOf(error) });
      droppedBeforeOutage ??= droppedCount - count;
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
    maxQueueSize: limits.waitingAtMost,
    maxExportBatchSize: limits.batchAtMost,
    scheduledDelayMillis: limits.delayMs,
    // Longer than the time limit of the exporter itself, so that the exporter ends first.
    exportTimeoutMillis: 2 * limits.exportMs,
  });
  return {
    dropped: () => droppedCount,
    waiting: () => waitingCount,
    processor: {
      onStart: () => undefined,
      onEnd(span: ReadableSpan) {
        if (waitingCount >= limits.waitingAtMost) {
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

/** Messages may contain addresses, so none is returned. */
function codeOf(error: Error | undefined): string | number {
  if (error === undefined || !('code' in error)) return error?.name ?? 'UNKNOWN';
  return typeof error.code === 'string' || typeof error.code === 'number' ? error.code : error.name;
}
