import type { GraphQLSchema } from 'graphql';
import type { ConsoleSession } from '../browser/console-session.ts';
import type { RefusalOfError } from '../domain/refusal.ts';
import type { DoorGuard, FaultPlayer, SignaturesOfReads } from '../http/door.ts';
import type { RequestHandler } from '../http/message.ts';
import type { ResolverParts } from './call.ts';
import type { CompilationLimits } from './plugins/compiled-queries.ts';

export interface GraphQLParts extends Omit<ResolverParts, 'sharedEvents'> {
  readonly schema: GraphQLSchema;
  readonly refusalOfError: RefusalOfError;
  readonly guard: DoorGuard;
  readonly signaturesOfReads: SignaturesOfReads;
  readonly session: ConsoleSession;
  /** null outside a sandbox. */
  readonly faults: FaultPlayer | null;
  readonly isStopping: () => boolean;
  readonly compilation?: CompilationLimits;
  /** Only in a sandbox. */
  readonly explorer?: RequestHandler | undefined;
}
