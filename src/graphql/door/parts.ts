/** What the GraphQL door is made of, and what it offers. */
import type { GraphQLSchema } from 'graphql';
import type { HeaderMap } from '../../domain/headers.ts';
import type { ConsoleSession } from '../../http/callers/console-session.ts';
import type { DoorGuard, KnownFailure, ReadMemory, Tokens } from '../../http/door.ts';
import type { Door } from '../../http/messages/message.ts';
import type { Settings } from '../../operations/operation.ts';
import type { Performer } from '../../operations/performer.ts';
import type { PaymentEvents } from '../../operations/ports/stores.ts';
import type { BoundIssuer } from '../../operations/sandbox/create-sandbox-certificate.ts';
import type { ReadableLog } from '../context.ts';
import type { InputFaults } from '../input/coercion.ts';
import type { CompilationLimits } from './compiled.ts';
import type { StreamPauses } from './subscriptions.ts';

export interface GraphQLParts {
  readonly schema: GraphQLSchema;
  readonly inputFaults: InputFaults;
  readonly guard: DoorGuard;
  readonly performer: Performer;
  readonly settings: Settings;
  readonly readMemory: ReadMemory;
  readonly events: PaymentEvents;
  readonly tokens: Tokens;
  readonly session: ConsoleSession;
  readonly streams?: StreamPauses;
  readonly knownFailure: KnownFailure;
  readonly compilation?: CompilationLimits;
  /** Makes certificates, in a sandbox that has a CA. */
  readonly issuer?: BoundIssuer;
  /** The TPP's own requests, in a sandbox. */
  readonly requestLog?: ReadableLog;
}

export interface GraphQLDoor {
  readonly answer: Door;
  /** How many bytes of a body are read; fewer without a credential. */
  bytesAtMost(headers: HeaderMap): number;
}
