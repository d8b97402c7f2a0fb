/**
 * Faults of input in the words of REST. Where GraphQL does not take the values of an operation, they are compared with the
 * rules of the bank as well, so that both doors name the same faults at the same places; a mutation names them in its payload.
 */
import type { ExecutionResult } from 'graphql';
import { ValueError } from '../documents/validation.ts';
import { judge } from '../input/coercion.ts';
import { createRefusedPayloads } from '../input/refused-payload.ts';
import type { GraphQLParts } from '../parts.ts';
import type { DoorPlugin, RequestState } from '../request.ts';

type Variables = Readonly<Record<string, unknown>>;

export function useInputFaults({ schema, inputFaults }: GraphQLParts): DoorPlugin {
  const refusedPayloads = createRefusedPayloads(schema);

  /** The result that stands for the operation when its input is at fault; null when it may run. */
  async function faultsOf(state: RequestState, variables: Variables): Promise<ExecutionResult | null> {
    const { parsed, invalid } = state;
    if (parsed === null || !('document' in parsed)) return null;
    const verdict = judge(invalid, { schema, rules: inputFaults, parsed, variables, state });
    if ('mutation' in verdict) {
      state.http.trace.enter('BODY');
      return refusedPayloads(verdict, parsed, variables, state);
    }
    if (invalid.length === 0) state.http.trace.enter('BODY');
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
      const faults = await faultsOf(args.contextValue.state, args.variableValues ?? {});
      if (faults) setResultAndStopExecution(faults);
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const faults = await faultsOf(args.contextValue.state, args.variableValues ?? {});
      if (faults) setResultAndStopExecution(faults);
    },
  };
}
