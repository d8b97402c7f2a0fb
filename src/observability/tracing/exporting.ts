/**
 * Sends spans in batches, bounded in number and time. Spans that cannot be sent are dropped and counted; no request
 * waits. Start at `createSending`.
 */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

export interface Bounds {
  readonly waitingAtMost: number;
  readonly batchAtMost: number;
  /** Milliseconds from the first span of a batch until it is sent. */
  readonly delayMs: number;
  /** Milliseconds for a batch including retries. */
  readonly exportMs: number;
  /** Milliseconds for the last batches at a stop. */
  readonly stopMs: number;
}

export const defaultBounds: Bounds = {
  waitingAtMost: 2_048,
  batchAtMost: 512,
  delayMs: 5_000,
  exportMs: 10_000,
  stopMs: 2_000,
};

/** Each is called once per outage. */
export interface SendingLog {
  readonly lost: (fields: Readonly<Record<string, string | number>>) => void;
  readonly found: (fields: Readonly<Record<string, string | number>>) => void;
}

export interface Sending {
  readonly processor: SpanProcessor;
  dropped(): number;
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
        // Failures are counted here, so the processor need not know them.
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
    // The exporter's own limit comes first.
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

/** Only a code, because messages may contain addresses. */
function codeOf(error: Error | undefined): string | number {
  if (error === undefined || !('code' in error)) return error?.name ?? 'UNKNOWN';
  return typeof error.code === 'string' || typeof error.code === 'number' ? error.code : error.name;
}
