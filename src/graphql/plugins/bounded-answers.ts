/** An answer beyond its bounds is refused as a whole, an event of a stream as well, and nothing goes on working for it. */
import type { ExecutionResult } from 'graphql';
import { boundedResult } from '../documents/answer-size.ts';
import type { DoorPlugin, RequestState } from '../request.ts';

async function bounded(result: ExecutionResult, { size, acted }: RequestState): Promise<ExecutionResult> {
  await size.rest();
  return boundedResult(result, size, acted);
}

export const useBoundedAnswers = (): DoorPlugin => ({
  onSubscribe: () => ({
    onSubscribeResult: () => ({
      onNext: async ({ args, result, setResult }) =>
        setResult(await bounded(result, args.contextValue.state)),
    }),
  }),
  async onExecutionResult({ result, setResult, context }) {
    if (result === undefined || Symbol.asyncIterator in result) return;
    setResult(await bounded(result, context.state));
  },
});
