/**
 * Reads the reports of a core system behind a cursor, page by page, and has each of them taken. A page that fails is asked for
 * again in halves, and a cursor that stands still although the core answers raises an alarm. Start at `createReportReader`.
 */
import { Refusal } from '../../../domain/refusal.ts';
import { type IncomingReport, type ReportProgress, reportsAtMost } from './ports.ts';
import { type TakeReportParts, takeReport } from './take-report.ts';

export interface ReportReader {
  /** Reads the next reports; answers how many there were, 0 where the cursor stands still, null: another process reads. */
  poll(): Promise<number | null>;
}

export type ReportReaderParts = TakeReportParts;

/** Longer than a call for reports lasts. When a process dies in it, another reads after this time. */
const leaseMs = 15_000;
/** The cursor may stand still for so long although the core answers, before somebody has to look. */
export const stallAtMostMs = 60_000;

interface ReaderState extends ReportReaderParts {
  /** Reports that are asked for at once. */
  limit: number;
  /** The beginning of the stall that has raised an alarm last. */
  alarmedFor: number | null;
}

/** How far one reading has come. */
interface ReportReading {
  readonly begun: ReportProgress;
  /** When the core had last answered before it. */
  readonly answerAt: number | null;
  cursor: string | null;
  /** The core has nothing to report. */
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
        begun: progress,
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

/** Takes the reports of the next page, and moves the cursor behind each; answers how many there were. */
async function readPage(reader: ReaderState, reading: ReportReading): Promise<number> {
  const { begun } = reading;
  const page = await nextPage(reader, begun);
  reading.isIdle = page?.length === 0;
  for (const one of page ?? []) {
    await takeReport(reader, one, isOverdue(reader, begun));
    reading.cursor = one.cursor ?? reading.cursor;
    await hold(reader, { ...begun, cursor: reading.cursor });
  }
  return page?.length ?? 0;
}

const hold = ({ work, clock }: ReaderState, progress: ReportProgress): Promise<void> =>
  work.read.reports.advance(progress, clock() + leaseMs);

/** A page that fails is asked for again by halves, down to one report. null: not even that can be read. */
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
    // A report that was cut off on its way may come whole the next time.
    const isCutOff = reports[0]?.fault?.why === 'NO_JSON';
    if (pageSize === 1) return isCutOff && !isOverdue(reader, progress) ? null : reports;
    await hold(reader, progress);
  }
}

/** Gives the cursor back, and says when it has stood still for too long. */
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

/** A core that has answered nothing meanwhile is away, which is no stall. */
function stalledAfter(
  { carrier }: ReaderState,
  { begun, answerAt, cursor, isIdle }: ReportReading,
  now: number,
) {
  if (isIdle || cursor !== begun.cursor) return null;
  return carrier.lastAnswerAt() === answerAt ? begun.stalledSince : (begun.stalledSince ?? now);
}
