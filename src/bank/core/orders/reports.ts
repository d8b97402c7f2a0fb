/** The cursor stalls if it does not move although the core responds. */
import { Refusal } from '../../../domain/refusal.ts';
import { type IncomingReport, type ReportProgress, reportStore, reportsAtMost } from './ports.ts';
import { type ProcessReportParts, processReport } from './process-report.ts';

/** A lease is this much longer than the longest call, so that another process reads if this one dies. */
const leaseMarginMs = 5_000;
/** The longest stall without an alarm. */
export const maxStallMs = 60_000;

interface ReaderState extends ProcessReportParts {
  readonly leaseMs: number;
  pageSize: number;
  /** When the last stall that raised an alarm began; null: no stall has raised one. */
  alarmedStallSince: number | null;
}

interface PageReading {
  readonly startProgress: ReportProgress;
  /** Before this page was read. */
  readonly previouslyAnsweredAt: number | null;
  cursor: string | null;
  isPageEmpty: boolean;
}

/** Returns the number of reports; 0 if the cursor has not moved or a call failed; null if another process reads. */
export function createReportReader(parts: ProcessReportParts): () => Promise<number | null> {
  const { work, clock, carrier } = parts;
  const leaseMs = carrier.callTimeoutMs + leaseMarginMs;
  const reader: ReaderState = { ...parts, leaseMs, pageSize: reportsAtMost, alarmedStallSince: null };
  return async () => {
    const now = clock();
    const progress = await work.stores.get(reportStore).lease({ now, until: now + leaseMs });
    if (progress === null) return null;
    const pageReading: PageReading = {
      startProgress: progress,
      previouslyAnsweredAt: carrier.lastAnsweredAt(),
      cursor: progress.cursor,
      isPageEmpty: false,
    };
    try {
      const count = await processPage(reader, pageReading);
      return pageReading.cursor === progress.cursor ? 0 : count;
    } catch (error) {
      if (error instanceof Refusal) return 0;
      throw error;
    } finally {
      await endLease(reader, pageReading);
    }
  };
}

const isOverdue = ({ clock }: ReaderState, { stalledSince }: ReportProgress): boolean =>
  stalledSince !== null && clock() - stalledSince >= maxStallMs;

async function processPage(reader: ReaderState, pageReading: PageReading): Promise<number> {
  const { startProgress } = pageReading;
  const reports = await readPage(reader, startProgress);
  pageReading.isPageEmpty = reports?.length === 0;
  for (const report of reports ?? []) {
    await processReport(reader, report, isOverdue(reader, startProgress));
    pageReading.cursor = report.cursor ?? pageReading.cursor;
    await saveAndExtendLease(reader, { ...startProgress, cursor: pageReading.cursor });
  }
  return reports?.length ?? 0;
}

const saveAndExtendLease = ({ work, clock, leaseMs }: ReaderState, progress: ReportProgress): Promise<void> =>
  work.stores.get(reportStore).saveProgress(progress, clock() + leaseMs);

/** null: a page of one report is cut off, and must be read again later. */
async function readPage(
  reader: ReaderState,
  progress: ReportProgress,
): Promise<readonly IncomingReport[] | null> {
  for (;;) {
    const { pageSize } = reader;
    // The size is set before the call, so that the next page is smaller also if the call throws.
    reader.pageSize = Math.max(1, Math.floor(pageSize / 2));
    const { reports, fault } = await reader.carrier.fetchReports(progress.cursor, pageSize);
    if (fault === null) {
      reader.pageSize = Math.min(2 * pageSize, reportsAtMost);
      return reports;
    }
    // A report that was cut off may arrive complete next time. After a long stall it becomes stray.
    const mustReadAgain = reports[0]?.fault?.why === 'NO_JSON' && !isOverdue(reader, progress);
    if (pageSize === 1) return mustReadAgain ? null : reports;
    await saveAndExtendLease(reader, progress);
  }
}

async function endLease(reader: ReaderState, pageReading: PageReading): Promise<void> {
  const { work, clock, carrier } = reader;
  const now = clock();
  const progress = { cursor: pageReading.cursor, stalledSince: stalledSinceAfter(reader, pageReading, now) };
  await work.stores.get(reportStore).saveProgress(progress, now);
  const { stalledSince } = progress;
  const hasRaisedAlarm = reader.alarmedStallSince === stalledSince;
  if (stalledSince === null || hasRaisedAlarm || !isOverdue(reader, progress)) return;
  reader.alarmedStallSince = stalledSince;
  carrier.alarm('CURSOR', { seconds: Math.round((now - stalledSince) / 1_000) });
}

/** Without a response of the core, a stall neither begins nor ends. */
function stalledSinceAfter(
  { carrier }: ReaderState,
  { startProgress, previouslyAnsweredAt, cursor, isPageEmpty }: PageReading,
  now: number,
): number | null {
  if (isPageEmpty || cursor !== startProgress.cursor) return null;
  return carrier.lastAnsweredAt() === previouslyAnsweredAt
    ? startProgress.stalledSince
    : (startProgress.stalledSince ?? now);
}
