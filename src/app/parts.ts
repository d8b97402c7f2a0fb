import type { Toolkit } from '../browser/toolkit.ts';
import type { OpenDatabase } from '../db/connections/client.ts';
import type { CompilationLimits } from '../graphql/plugins/compiled-queries.ts';
import type { ClockCheckParts } from '../housekeeping/clock-check.ts';
import type { UnsentLimits } from '../http/connections.ts';
import type { NotifierSettings } from '../notifications/notifier.ts';
import type { LogPauses } from '../observability/request-log/request-log.ts';
import type { LogDoorEntry } from '../observability/request-trace.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { Settings } from '../operations/operation.ts';
import type { AuditEntry, PerformerParts } from '../operations/performer.ts';
import type { Clock } from '../operations/ports/stores.ts';
import type { CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import type { BankChoice, ProviderConnection } from './bank.ts';
import type { CallerParts } from './callers.ts';

export interface AppParts extends CallerParts, BankChoice, Pick<Settings, 'executionsPerMove' | 'seed'> {
  readonly database: OpenDatabase;
  readonly clock?: Clock;
  readonly log?: LogDoorEntry;
  readonly compilation?: CompilationLimits;
  /** Called with each operation that was performed. */
  readonly audit?: (entry: AuditEntry) => void;
  readonly onRefusal?: PerformerParts['onRefusal'];
  /** Called for a failure that no response shows, for example in background work. */
  readonly onError?: (error: unknown) => void;
  /** Absent: no deadline. settings.ts has a default for processes. */
  readonly requestDeadlineMs?: number;
  /** Default: 100,000. */
  readonly requestsAtOnce?: number;
  readonly issueCertificate?: CertificateIssuer | undefined;
  /** Folder of the built console; default: dist/console. */
  readonly consoleFolder?: string;
  /** Writes the toolkit commands that pages show. Default: the commands for a service with default settings. */
  readonly toolkit?: Toolkit;
  /** Milliseconds between checks that the caller of an open stream still has its credential; tests set it lower. */
  readonly streamCheckMs?: number;
  /** false: no request log, to measure its cost. */
  readonly requestLog?: { readonly pauses?: LogPauses } | false;
  /** Settings of notifications to TPPs; absent: the service sends none. */
  readonly notifications?: NotifierSettings | null;
  /** Default: the pages of this service authenticate PSUs. */
  readonly identity?: ProviderConnection | null;
  /** Absent: the clock of the process is trusted. */
  readonly clockCheck?: Omit<ClockCheckParts, 'clock'>;
  readonly processMetrics?: boolean;
  /** Limits on unsent responses; tests set them lower. */
  readonly unsentLimits?: Partial<UnsentLimits>;
  /** Absent: no tracing. */
  readonly tracing?: Pick<Tracing, 'requests' | 'traceInBackground' | 'dropped' | 'waiting'> | null;
}
