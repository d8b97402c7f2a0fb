/**
 * Reads the reports of the core after the cursor, which marks the last processed report.
 * A stall: the core responds, but the cursor stays or goes back.
 */
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../../domain/refusal.ts';
import { limitedMsOf } from '../../remote-calls/refusals.ts';
import { type IncomingReport, type ReportProgress, reportStore, reportsAtMost } from './ports.ts';
import { type ProcessReportParts, processReport } from './process-report.ts';

/** A lease outlasts the longest call by this margin, so that only one process reads. If that process dies, the lease ends. */
const leaseMarginMs = 5_000;
/** The pause after SYSTEM_ERROR, which needs an operator, and the longest pause that Retry-After can cause. */
const refusalPauseMs = 10_000;
/** 0: no pause. */
const pauseMsAfter = (refusal: Refusal): number =>
  refusal.reason === 'SYSTEM_ERROR' ? refusalPauseMs : Math.min(limitedMsOf(refusal), refusalPauseMs);

/** The longest stall without an alarm. */
const maxStallMs = 60_000;

/** A core whose cursors go round in a circle of up to this many pages is recognised. */
const maxRecentCursors = 1_000;

/**
 * The returned function reads one page of reports, and returns their number. 0: the cursor has not moved on, or a call failed.
 * null: this reader pauses, or another process is the reader.
 */
export function createReportReader(parts: ProcessReportParts): () => Promise<number | null> {
  const { clock, carrier } = parts;
  let pausedUntil = 0;
  /** The `stalledSince` of the last stall that raised an alarm; null: no stall has raised one. */
  let alarmedStallSince: number | null = null;
  const recentCursors = new LRUCache<string, true>({ max: maxRecentCursors });
  const isOverdue = ({ stalledSince }: ReportProgress): boolean =>
    stalledSince !== null && clock() - stalledSince >= maxStallMs;
  const fetchPage = createPageFetcher(parts, isOverdue);

  /** Stores the progress and ends the lease. Then raises an alarm if a stall is long and has not raised one yet. */
  async function endLease(progress: ReportProgress, lease: ReaderLease): Promise<void> {
    if (!(await lease.end(progress))) return;
    const { stalledSince } = progress;
    if (stalledSince === null || stalledSince === alarmedStallSince || !isOverdue(progress)) return;
    alarmedStallSince = stalledSince;
    carrier.alarm('CURSOR', { seconds: Math.round((clock() - stalledSince) / 1_000) });
  }

  async function readNextPage(): Promise<number | null> {
    if (clock() < pausedUntil) return null;
    const lease = await takeLease(parts);
    if (lease === null) return null;
    const { previous } = lease;
    const previouslyAnsweredAt = carrier.lastAnsweredAt();
    let { cursor } = previous;
    let reports: readonly IncomingReport[] | null = null;
    const hasMovedOn = () => cursor !== previous.cursor && cursor !== null && !recentCursors.has(cursor);
    try {
      reports = await fetchPage(lease);
      for (const report of reports ?? []) {
        await processReport(parts, report, isOverdue(previous));
        cursor = report.cursor ?? cursor;
        if (!(await lease.extend({ ...previous, cursor }))) return null;
      }
      return hasMovedOn() ? (reports?.length ?? 0) : 0;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      pausedUntil = clock() + pauseMsAfter(error);
      return 0;
    } finally {
      // A core without new reports sends an empty page, which is no stall.
      const endsStall = hasMovedOn() || reports?.length === 0;
      if (cursor !== null) recentCursors.set(cursor, true);
      const hasAnswered = carrier.lastAnsweredAt() !== previouslyAnsweredAt;
      // Only a response begins a stall. A call without a response neither begins nor ends one.
      const stalledSince = endsStall ? null : (previous.stalledSince ?? (hasAnswered ? clock() : null));
      await endLease({ cursor, stalledSince }, lease);
    }
  }

  return readNextPage;
}

/**
 * The returned function fetches the page after the cursor. If a page is too large or cut off, it asks for half as many reports.
 * null: another process is the reader now, or a page of one report was cut off, and must be read again later.
 */
function createPageFetcher(
  { carrier }: ProcessReportParts,
  isOverdue: (progress: ReportProgress) => boolean,
) {
  let nextPageSize = reportsAtMost;
  return async ({ previous, extend }: ReaderLease): Promise<readonly IncomingReport[] | null> => {
    for (;;) {
      const pageSize = nextPageSize;
      // The size is set before the call, so that the next page is smaller also if the call throws.
      nextPageSize = Math.max(1, Math.floor(pageSize / 2));
      const { reports, fault } = await carrier.fetchReports(previous.cursor, pageSize);
      if (fault === null) {
        nextPageSize = Math.min(2 * pageSize, reportsAtMost);
        return reports;
      }
      const mayBeCutOff = reports[0]?.fault?.why === 'NO_JSON';
      // A report that is too large is always returned, and one that is cut off only after a long stall. Either is stored as a stray report.
      if (pageSize === 1) return mayBeCutOff && !isOverdue(previous) ? null : reports;
      if (!(await extend(previous))) return null;
    }
  };
}

interface ReaderLease {
  readonly previous: ReportProgress;
  /** Prolongs the lease, and stores the progress. false: nothing is stored, because another process is the reader now. */
  readonly extend: (progress: ReportProgress) => Promise<boolean>;
  /** Stores the progress, and lets any process take the lease. Returns the same as `extend`. */
  readonly end: (progress: ReportProgress) => Promise<boolean>;
}

/** null: another process is the reader. A lease that runs out during slow work stays usable until another process moves the cursor. */
async function takeLease({ work, clock, carrier }: ProcessReportParts): Promise<ReaderLease | null> {
  const store = work.stores.get(reportStore);
  const leaseMs = carrier.callTimeoutMs + leaseMarginMs;
  const now = clock();
  const previous = await store.lease({ now, until: now + leaseMs });
  if (previous === null) return null;
  let savedCursor = previous.cursor;
  async function save(progress: ReportProgress, leasedUntil: number): Promise<boolean> {
    const isReader = await store.saveProgress(progress, savedCursor, leasedUntil);
    if (isReader) savedCursor = progress.cursor;
    return isReader;
  }
  return {
    previous,
    extend: (progress) => save(progress, clock() + leaseMs),
    end: (progress) => save(progress, clock()),
  };
}
