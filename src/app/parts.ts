import type { Toolkit } from '../browser/toolkit.ts';
import type { OpenDatabase } from '../db/connections/client.ts';
import type { CompilationLimits } from '../graphql/plugins/compiled-queries.ts';
import type { ClockCheckParts } from '../housekeeping/clock-check.ts';
import type { UnsentLimits } from '../http/connections.ts';
import type { NotifierSettings } from '../notifications/notifier.ts';
import type { LogPauses } from '../observability/request-log/request-log.ts';
import type { WriteDoorLogEntry } from '../observability/request-trace.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { Settings } from '../operations/operation.ts';
import type { AuditEntry } from '../operations/performer.ts';
import type { Clock } from '../operations/ports/stores.ts';
import type { CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import type { BankChoice, ProviderConnection } from './bank.ts';
import type { CallerParts } from './callers.ts';

export interface AppParts extends CallerParts, BankChoice, Pick<Settings, 'executionsPerMove' | 'seed'> {
  readonly database: OpenDatabase;
  readonly clock?: Clock;
  readonly log?: WriteDoorLogEntry;
  readonly compilation?: CompilationLimits;
  readonly audit?: (entry: AuditEntry) => void;
  /** Called for a failure that no response shows. */
  readonly onError?: (error: unknown) => void;
  /** Absent: no deadline. */
  readonly requestDeadlineMs?: number;
  /** Default: 100,000. */
  readonly requestsAtOnce?: number;
  readonly issueCertificate?: CertificateIssuer | undefined;
  /** Folder of the built console; default: dist/console. */
  readonly consoleFolder?: string;
  /** Writes the toolkit commands that pages show. */
  readonly toolkit: Toolkit;
  /** Milliseconds between two checks of an open stream. Each checks that the credential of its caller still exists. */
  readonly streamCheckMs?: number;
  /** false: no request log, to measure its cost. */
  readonly requestLog?: { readonly pauses?: LogPauses } | false;
  /** null: the service sends no notifications. */
  readonly notifications?: NotifierSettings | null;
  /** null: the pages of this service authenticate PSUs. */
  readonly identity?: ProviderConnection | null;
  /** Absent: the clock of the process is trusted. */
  readonly clockCheck?: Omit<ClockCheckParts, 'clock'>;
  /** May be true for only one app of a process. */
  readonly includeProcessMetrics?: boolean;
  readonly unsentLimits?: Partial<UnsentLimits>;
  readonly tracing?: Pick<Tracing, 'requests' | 'traceInBackground' | 'dropped' | 'waiting'> | null;
}
