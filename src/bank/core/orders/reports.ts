/**
 * Reads a core's reports page by page from a cursor and applies each. A page that fails is requested again in halves; a
 * cursor that does not move although the core responds raises an alarm.
 */
import { Refusal } from '../../../domain/refusal.ts';
import { type IncomingReport, type ReportProgress, reportsAtMost } from './ports.ts';
import { type TakeReportParts, takeReport } from './take-report.ts';

export interface ReportReader {
  /** Returns the number of reports, 0 if the cursor does not move, null if another process reads. */
  poll(): Promise<number | null>;
}

export type ReportReaderParts = TakeReportParts;

/** Longer than a call for reports. If a process dies, another one reads after this time. */
const leaseMs = 15_000;
/** How long the cursor may stay although the core responds, before an alarm. */
export const stallAtMostMs = 60_000;

interface ReaderState extends ReportReaderParts {
  limit: number;
  /** Start of the stall that last raised an alarm. */
  alarmedFor: number | null;
}

interface ReportReading {
  readonly startProgress: ReportProgress;
  /** When the core had last responded before this reading. */
  readonly answerAt: number | null;
  cursor: string | null;
  isIdle: boolean;
}

export function createReportReader(parts: ReportReaderParts): ReportReader {
  const { work, clock, carrier } = parts;
  const reader: ReaderState = { ...parts, limit: reportsAtMost, alarmedFor: null };
  return {
    async poll() {
      const now = clock();
      const progress = await work.read.reports.lease({ now, until: now + leaseMs });
      if (progress === null) return null;
      const reading = {
        startProgress: progress,
        answerAt: carrier.lastAnswerAt(),
        cursor: progress.cursor,
        isIdle: false,
      };
      try {
        const count = await readPage(reader, reading);
        return reading.cursor === progress.cursor ? 0 : count;
      } catch (error) {
        if (error instanceof Refusal) return 0;
        throw error;
      } finally {
        await release(reader, reading);
      }
    },
  };
}

const isOverdue = ({ clock }: ReaderState, { stalledSince }: ReportProgress): boolean =>
  stalledSince !== null && clock() - stalledSince >= stallAtMostMs;

/** Moves the cursor after each report; returns how many there were. */
async function readPage(reader: ReaderState, reading: ReportReading): Promise<number> {
  const { startProgress } = reading;
  const page = await nextPage(reader, startProgress);
  reading.isIdle = page?.length === 0;
  for (const one of page ?? []) {
    await takeReport(reader, one, isOverdue(reader, startProgress));
    reading.cursor = one.cursor ?? reading.cursor;
    await hold(reader, { ...startProgress, cursor: reading.cursor });
  }
  return page?.length ?? 0;
}

const hold = ({ work, clock }: ReaderState, progress: ReportProgress): Promise<void> =>
  work.read.reports.advance(progress, clock() + leaseMs);

/** Halves the page until it can be read; null if not even one report can. */
async function nextPage(
  reader: ReaderState,
  progress: ReportProgress,
): Promise<readonly IncomingReport[] | null> {
  for (;;) {
    const pageSize = reader.limit;
    reader.limit = Math.max(1, Math.floor(pageSize / 2));
    const { reports, fault } = await reader.carrier.reports(progress.cursor, pageSize);
    if (fault === null) {
      reader.limit = Math.min(2 * pageSize, reportsAtMost);
      return reports;
    }
    // A truncated report may arrive whole next time.
    const isCutOff = reports[0]?.fault?.why === 'NO_JSON';
    if (pageSize === 1) return isCutOff && !isOverdue(reader, progress) ? null : reports;
    await hold(reader, progress);
  }
}

/** Releases the cursor, and raises an alarm after a long stall. */
async function release(reader: ReaderState, reading: ReportReading): Promise<void> {
  const { work, clock, carrier } = reader;
  const now = clock();
  const progress = { cursor: reading.cursor, stalledSince: stalledAfter(reader, reading, now) };
  await work.read.reports.advance(progress, now);
  const { stalledSince } = progress;
  if (stalledSince === null || !isOverdue(reader, progress) || reader.alarmedFor === stalledSince) return;
  reader.alarmedFor = stalledSince;
  carrier.alarm('CURSOR', { seconds: Math.round((now - stalledSince) / 1_000) });
}

/** A core that has not responded is away, which is not a stall. */
function stalledAfter(
  { carrier }: ReaderState,
  { startProgress, answerAt, cursor, isIdle }: ReportReading,
  now: number,
) {
  if (isIdle || cursor !== startProgress.cursor) return null;
  return carrier.lastAnswerAt() === answerAt
    ? startProgress.stalledSince
    : (startProgress.stalledSince ?? now);
}
