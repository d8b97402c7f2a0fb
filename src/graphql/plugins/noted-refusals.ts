/** Codes of refused fields go to the log line and to the TPP's request log; a defect has a line of its own, by its id. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { TppMessage } from '../../domain/refusal.ts';
import type { DoorLog } from '../../observability/log.ts';
import type { Refused } from '../../observability/request-trace.ts';
import { originOf } from '../errors.ts';
import type { DoorPlugin, RequestState } from '../request.ts';

/** An error as the log of requests has it. */
function refusedBy({ message, extensions }: GraphQLError): Refused {
  const code = typeof extensions.code === 'string' ? extensions.code : 'BAD_REQUEST';
  const tppMessages = Array.isArray(extensions.tppMessages)
    ? (extensions.tppMessages as readonly TppMessage[])
    : [{ category: 'ERROR', code: code as TppMessage['code'], text: message } as const];
  return { code, tppMessages };
}

export function logDefect(log: DoorLog, failureId: string, error: unknown): void {
  const line = {
    door: 'graphql',
    method: 'POST',
    route: 'resolver',
    status: 500,
    milliseconds: 0,
  } as const;
  log({ ...line, failureId, code: 'SYSTEM_ERROR' }, error);
}

export function useNotedRefusals(): DoorPlugin {
  function note({ errors = [] }: ExecutionResult, { http, refusals }: RequestState): void {
    for (const error of errors) {
      const { cause, defectId } = originOf(error);
      if (defectId !== null) logDefect(http.log, defectId, cause);
      else if (typeof error.extensions.code === 'string') refusals.add(error.extensions.code);
      http.trace.failed(refusedBy(error));
    }
  }

  return {
    onSubscribe: () => ({
      onSubscribeResult: () => ({ onNext: ({ args, result }) => note(result, args.contextValue.state) }),
    }),
    onExecutionResult({ result, context }) {
      if (result !== undefined && !(Symbol.asyncIterator in result)) note(result, context.state);
    },
  };
}
