/** What the GraphQL door needs from app.ts. */
import type { GraphQLSchema } from 'graphql';
import type { ConsoleSession } from '../browser/console-session.ts';
import type { DoorGuard, FaultPlayer, SignaturesOfReads, Tokens } from '../http/door.ts';
import type { RequestHandler } from '../http/message.ts';
import type { ResolverParts } from './call.ts';
import type { CompilationLimits } from './plugins/compiled-queries.ts';

export interface GraphQLParts extends Omit<ResolverParts, 'sharedEvents'> {
  readonly schema: GraphQLSchema;
  readonly guard: DoorGuard;
  readonly signaturesOfReads: SignaturesOfReads;
  readonly tokens: Tokens;
  readonly session: ConsoleSession;
  /** Plays the faults that TPPs set in a sandbox; null outside one. */
  readonly faults: FaultPlayer | null;
  /** Whether the process refuses new requests, so that no stream may begin. */
  readonly isStopping: () => boolean;
  /** Milliseconds between checks that the credential of a stream is valid. */
  readonly streamCheckMs?: number;
  readonly compilation?: CompilationLimits;
  /** Responds with the page of the explorer, in a sandbox. */
  readonly explorer?: RequestHandler | undefined;
}
