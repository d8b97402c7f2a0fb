/**
 * An operation whose answer could be too large is refused before it runs, once its variables are known. An answer beyond its
 * bounds is refused as a whole, and nothing goes on working for it.
 */
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { boundedResult } from '../documents/answer-size.ts';
import { costFault, costOf } from '../documents/cost.ts';
import type { DoorPlugin, GraphQLContext, RequestState } from '../request.ts';

function judge({ schema, variableValues, contextValue }: ExecutionArgs): void {
  const { state } = contextValue as GraphQLContext;
  const { parsed } = state;
  if (parsed === null || !('document' in parsed) || parsed.operation === null) return;
  const { document, operation } = parsed;
  const args = { schema, document, operation, variableValues };
  const fault = costFault(args);
  if (fault) throw fault;
  state.cost = costOf(args) ?? 0;
}

async function bounded(result: ExecutionResult, { size, acted }: RequestState): Promise<ExecutionResult> {
  await size.rest();
  return boundedResult(result, size, acted);
}

export const useBoundedAnswers = (): DoorPlugin => ({
  onExecute: ({ args }) => judge(args),
  onSubscribe: ({ args }) => judge(args),
  async onExecutionResult({ result, setResult, context }) {
    if (result === undefined || Symbol.asyncIterator in result) return;
    setResult(await bounded(result, context.state));
  },
});
