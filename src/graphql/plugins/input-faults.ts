/**
 * Faults of input in the words of REST. Values that do not fit their GraphQL types are compared with the rules of the bank
 * as well, so that both doors name the same faults at the same places; a mutation names them in its payload.
 */
import type { ExecutionResult } from 'graphql';
import { ValueError } from '../documents/validation.ts';
import type { GraphQLParts } from '../door/parts.ts';
import { judge } from '../input/coercion.ts';
import { createRefusedPayloads } from '../input/refused-payload.ts';
import type { DoorPlugin, ServerContext } from '../request.ts';

export function useInputFaults({ schema, inputFaults }: GraphQLParts): DoorPlugin {
  const refusedPayloads = createRefusedPayloads(schema);

  /** The result that stands for the operation when its input is at fault; null when it may run. */
  async function faultsOf(
    context: ServerContext,
    variables: Record<string, unknown>,
  ): Promise<ExecutionResult | null> {
    const { parsed, invalid, progress, conflict } = context.state;
    if (parsed === null || !('document' in parsed)) return null;
    const verdict = judge(invalid, { schema, rules: inputFaults, parsed, variables, context, conflict });
    if ('mutation' in verdict) {
      progress.trace.enter('BODY');
      return refusedPayloads(verdict, parsed, variables, context);
    }
    if (invalid.length === 0) progress.trace.enter('BODY');
    return verdict.errors.length > 0 ? { errors: verdict.errors } : null;
  }

  return {
    onValidate:
      ({ context: { state } }) =>
      ({ result, setResult }) => {
        if (result.length === 0 || !result.every((error) => error instanceof ValueError)) return;
        state.invalid = result;
        setResult([]);
      },
    async onExecute({ args, setResultAndStopExecution }) {
      const faults = await faultsOf(args.contextValue, args.variableValues ?? {});
      if (faults) setResultAndStopExecution(faults);
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const faults = await faultsOf(args.contextValue, args.variableValues ?? {});
      if (faults) setResultAndStopExecution(faults);
    },
  };
}
