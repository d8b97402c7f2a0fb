/** An answer beyond its bounds is refused as a whole, and nothing goes on working for it. */
import type { ExecutionResult } from 'graphql';
import { boundedResult } from '../documents/answer-size.ts';
import type { DoorPlugin, RequestState } from '../request.ts';

async function bounded(result: ExecutionResult, { size, acted }: RequestState): Promise<ExecutionResult> {
  await size.rest();
  return boundedResult(result, size, acted);
}

export const useBoundedAnswers = (): DoorPlugin => ({
  async onExecutionResult({ result, setResult, context }) {
    if (result === undefined || Symbol.asyncIterator in result) return;
    setResult(await bounded(result, context.state));
  },
});
