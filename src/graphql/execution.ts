/**
 * Runs a document that the door has read: yoga's pipeline of plugins around graphql-js, without yoga's own HTTP. What
 * the resolvers throw is masked here, so that nothing of our insides leaves.
 */
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams } from 'graphql-yoga';
import type { Refusal } from '../domain/refusal.ts';
import type { DoorLog, KnownFailure } from '../web/door.ts';
import type { Result } from './answer.ts';
import { coercionPlugin, type InputFaults } from './coercion.ts';
import { type CompilationLimits, compiledExecution } from './compiled.ts';
import type { GraphQLContext } from './context.ts';
import type { ParsedDocument } from './documents.ts';
import { maskError } from './errors.ts';
import { closedSchema, codesOfErrors, verifiedParams } from './plugins.ts';

/** What the pipeline is told besides what resolvers use. */
export interface ServerContext extends GraphQLContext {
  readonly params: GraphQLParams;
  readonly operationParams: GraphQLParams;
  readonly parsed: ParsedDocument | GraphQLError | null;
  /** The refusal that an X-Request-ID used before deserves. */
  readonly conflict: Refusal | null;
}

export interface ExecutionParts {
  readonly schema: GraphQLSchema;
  readonly inputFaults: InputFaults;
  readonly knownFailure: KnownFailure;
  readonly settings: { readonly sandbox: boolean };
  readonly compilation?: CompilationLimits;
}

export interface Execution {
  /** The result, or for a subscription one after the other. */
  run(context: ServerContext, log: DoorLog): Promise<Result | AsyncIterable<Result>>;
  logDefect(log: DoorLog, failureId: string, error: unknown): void;
}

export function createExecution(parts: ExecutionParts): Execution {
  const yoga = createYoga<ServerContext>({
    schema: parts.schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    logging: false,
    batching: false,
    multipart: false,
    maskedErrors: false,
    plugins: [
      verifiedParams,
      coercionPlugin(parts.inputFaults),
      codesOfErrors,
      compiledExecution(parts.compilation),
      ...(parts.settings.sandbox ? [] : [closedSchema]),
    ],
  });

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

  function masked(result: Result, log: DoorLog): Result {
    if (!result.errors) return result;
    const errors = result.errors.map((error) => {
      const { error: shown, id } = maskError(error, parts.knownFailure);
      if (id) logDefect(log, id, error);
      return shown;
    });
    return { ...result, errors };
  }

  /** Not a generator: its end would wait for news that may never come. */
  function maskedAll(results: AsyncIterable<Result>, log: DoorLog): AsyncIterable<Result> {
    const inner = results[Symbol.asyncIterator]();
    const iterator: AsyncIterator<Result> = {
      async next() {
        const { done, value } = await inner.next();
        return done ? { done: true, value: undefined } : { done: false, value: masked(value, log) };
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
    async run(context, log) {
      const { parsed, params } = context;
      if (parsed === null) throw new Error('a request without a document reached execution');
      if (!('document' in parsed)) return masked({ errors: [parsed] }, log);
      const { schema, validate, contextFactory, execute, subscribe } = yoga.getEnveloped(context);
      const { document, operation } = parsed;
      const faults = validate(schema, document) as readonly GraphQLError[];
      if (faults.length > 0) return masked({ errors: faults }, log);
      const args = {
        schema,
        document,
        contextValue: await contextFactory(),
        variableValues: params.variables,
        operationName: params.operationName,
      };
      const run = operation?.operation === 'subscription' ? subscribe : execute;
      const result = (await run(args)) as Result | AsyncIterable<Result>;
      return Symbol.asyncIterator in result ? maskedAll(result, log) : masked(result, log);
    },
  };
}
