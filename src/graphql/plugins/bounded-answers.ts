/** An answer beyond its bounds is refused as a whole, an event of a stream as well, and nothing goes on working for it. */
import type { ExecutionResult } from 'graphql';
import { boundedResult } from '../documents/answer-size.ts';
import type { DoorPlugin, ServerContext } from '../request.ts';

export function useBoundedAnswers(): DoorPlugin {
  async function bounded(
    result: ExecutionResult,
    { answer, state }: ServerContext,
  ): Promise<ExecutionResult> {
    // Without the context of resolvers nothing was executed.
    if (answer === undefined) return result;
    await answer.rest();
    return boundedResult(result, answer, state.progress.acted);
  }

  return {
    onSubscribe: () => ({
      onSubscribeResult: () => ({
        onNext: async ({ args, result, setResult }) => setResult(await bounded(result, args.contextValue)),
      }),
    }),
    async onExecutionResult({ result, setResult, context }) {
      if (result === undefined || Symbol.asyncIterator in result) return;
      setResult(await bounded(result, context));
    },
  };
}
