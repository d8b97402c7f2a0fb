/** What an app is made of: a database and whom to trust; everything else has a default. */
import type { Toolkit } from '../browser/toolkit.ts';
import type { OpenDatabase } from '../db/connections/client.ts';
import type { Product } from '../domain/payments/product.ts';
import type { CompilationLimits } from '../graphql/plugins/compiled-lists.ts';
import type { StreamPauses } from '../graphql/plugins/streams.ts';
import type { ClockCheckParts } from '../housekeeping/clock-check.ts';
import type { UnsentBounds } from '../http/unsent.ts';
import type { DoorLog } from '../observability/log.ts';
import type { LogPauses } from '../observability/request-log/request-log.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { Settings } from '../operations/operation.ts';
import type { AuditEntry, PerformerParts } from '../operations/performer.ts';
import type { Clock } from '../operations/ports/stores.ts';
import type { CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import type { Behind } from './bank.ts';
import type { CallerParts } from './callers.ts';
import type { ProviderBehind } from './provider.ts';

export interface AppParts extends CallerParts, Behind, Pick<Settings, 'executionsPerMove'> {
  readonly database: OpenDatabase;
  readonly publicUrl: string;
  readonly clock?: Clock;
  readonly products?: readonly Product[];
  readonly log?: DoorLog;
  /** When GraphQL queries are compiled; tests want it sooner. */
  readonly compilation?: CompilationLimits;
  readonly audit?: (entry: AuditEntry) => void;
  readonly refused?: PerformerParts['refused'];
  /** Is told when the bank's own work fails; it is tried again. */
  readonly failed?: (error: unknown) => void;
  /** Limits on requests, none when absent: the settings hold the defaults. */
  readonly requestDeadlineMs?: number;
  readonly requestsAtOnce?: number;
  /** Makes certificates of the sandbox's CA; absent: none are made. */
  readonly issueCertificate?: CertificateIssuer;
  /** Where the console was built; dist/console when absent. */
  readonly consoleFolder?: string;
  /** How pages print the command line of the toolkit; as it runs with the usual settings when absent. */
  readonly toolkit?: Toolkit;
  /** How often an idle stream of events gets a comment and its caller is looked at; tests set it lower. */
  readonly streams?: StreamPauses;
  /** How the log of requests is written, in a sandbox; false: none is kept, to measure what it costs. */
  readonly requestLog?: { readonly pauses?: LogPauses } | false;
  /** Who authenticates PSUs; the pages of this service when absent. */
  readonly identity?: ProviderBehind | null;
  /** The clock is compared with that of the database; absent: it is trusted. */
  readonly clockCheck?: Omit<ClockCheckParts, 'clock'>;
  /** Whether /metrics has figures of the process as well. */
  readonly processMetrics?: boolean;
  /** What may wait for clients that read slowly; tests set it lower. */
  readonly unsent?: Partial<UnsentBounds>;
  /** Absent: nothing is traced. */
  readonly tracing?: Pick<Tracing, 'requests' | 'background' | 'dropped' | 'waiting'> | null;
}
