/**
 * Runs a document that the door has read: reports its faults and those of its input, else executes it by graphql-js.
 * Errors of resolvers are masked here, and an answer that becomes too large is refused.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  subscribe,
} from 'graphql';
import type { Refusal, TppMessage } from '../../domain/refusal.ts';
import type { DoorLog, KnownFailure } from '../../web/door.ts';
import type { Refused } from '../../web/request-trace.ts';
import type { GraphQLContext } from '../context.ts';
import { boundedResult } from '../documents/answer-size.ts';
import type { Documents, ParsedDocument } from '../documents/documents.ts';
import { type InputFaults, judge } from '../input/coercion.ts';
import { createRefusedPayloads } from '../input/refused-payload.ts';
import type { Result } from './answer.ts';
import { type CompilationLimits, compiledExecution } from './compiled.ts';
import { maskError } from './errors.ts';
import type { GraphQLParams } from './params.ts';

/** What is known of a request besides what resolvers use. */
export interface ServerContext extends GraphQLContext {
  readonly params: GraphQLParams;
  readonly parsed: ParsedDocument | GraphQLError;
  /** The refusal that an X-Request-ID used before deserves. */
  readonly conflict: Refusal | null;
}

interface ExecutionParts {
  readonly schema: GraphQLSchema;
  readonly inputFaults: InputFaults;
  readonly knownFailure: KnownFailure;
  readonly documents: Documents;
  readonly compilation?: CompilationLimits;
}

/** An error as the log of requests has it. */
function refusedBy({ message, extensions }: GraphQLError): Refused {
  const code = typeof extensions.code === 'string' ? extensions.code : 'BAD_REQUEST';
  const tppMessages = Array.isArray(extensions.tppMessages)
    ? (extensions.tppMessages as readonly TppMessage[])
    : [{ category: 'ERROR', code: code as TppMessage['code'], text: message } as const];
  return { code, tppMessages };
}

export function createExecution(parts: ExecutionParts) {
  const execute = compiledExecution(parts.compilation);
  const refusedPayloads = createRefusedPayloads(parts.schema);

  function logDefect(log: DoorLog, failureId: string, error: unknown): void {
    const line = {
      door: 'graphql',
      method: 'POST',
      route: 'resolver',
      status: 500,
      milliseconds: 0,
    } as const;
    log({ ...line, failureId, code: 'SYSTEM_ERROR' }, error);
  }

  /** The result within its bounds and masked; the codes of its errors are noted for the log. */
  function masked(whole: Result, { answer, progress }: ServerContext, log: DoorLog): Result {
    const result: Result = boundedResult(whole as ExecutionResult, answer, progress.acted);
    if (!result.errors) return result;
    const errors = result.errors.map((error) => {
      const { error: shown, id } = maskError(error, parts.knownFailure);
      // A defect is logged in a line of its own.
      if (id) logDefect(log, id, error);
      else if (typeof shown.extensions.code === 'string') progress.refusals.add(shown.extensions.code);
      progress.trace?.failed(refusedBy(shown));
      return shown;
    });
    return { ...result, errors };
  }

  /** Not a generator: to end one would wait for the next event, which may never come. */
  function maskedAll(
    results: AsyncIterable<Result>,
    context: ServerContext,
    log: DoorLog,
  ): AsyncIterable<Result> {
    const inner = results[Symbol.asyncIterator]();
    const iterator: AsyncIterator<Result> = {
      async next() {
        const { done, value } = await inner.next();
        await context.answer.rest();
        return done ? { done: true, value: undefined } : { done: false, value: masked(value, context, log) };
      },
      async return() {
        await inner.return?.();
        return { done: true, value: undefined };
      },
    };
    return { [Symbol.asyncIterator]: () => iterator };
  }

  return {
    logDefect,
    /** The result, or for a subscription one after the other. */
    async run(context: ServerContext, log: DoorLog): Promise<Result | AsyncIterable<Result>> {
      const { parsed, params } = context;
      if (!('document' in parsed)) return masked({ errors: [parsed] }, context, log);
      const variables = params.variables ?? {};
      const input = { schema: parts.schema, rules: parts.inputFaults, parsed, variables, context };
      const invalid = parts.documents.errorsOf(parsed);
      const verdict = judge(invalid, input);
      // Faults of values belong to the stage BODY, whether they stand in variables or in the document.
      if ('mutation' in verdict || invalid.length === 0) context.progress.trace?.enter('BODY');
      if ('mutation' in verdict)
        return masked(await refusedPayloads(verdict, parsed, variables, context), context, log);
      if (verdict.errors.length > 0) return masked({ errors: verdict.errors }, context, log);
      const args: ExecutionArgs = {
        schema: parts.schema,
        document: parsed.document,
        contextValue: context,
        variableValues: variables,
        operationName: params.operationName,
      };
      const subscribes = parsed.operation?.operation === 'subscription';
      const result: Result | AsyncIterable<Result> = subscribes
        ? await subscribe(args)
        : await execute(parsed, args);
      if (Symbol.asyncIterator in result) return maskedAll(result, context, log);
      await context.answer.rest();
      return masked(result, context, log);
    },
  };
}
