/**
 * Faults of input in the words of REST. Where GraphQL does not take the values of an operation, they are compared with the
 * rules of the bank as well, so that both doors name the same faults at the same paths; a mutation names them in its payload.
 */
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { ValueError } from '../documents/validation.ts';
import { judge, judgeNulls } from '../input/coercion.ts';
import { createRefusedPayloads } from '../input/refused-payload.ts';
import type { GraphQLParts } from '../parts.ts';
import type { DoorPlugin, GraphQLContext } from '../request.ts';

type Args = Pick<ExecutionArgs, 'variableValues'> & { readonly contextValue: GraphQLContext };

/** An operation whose variables do not fit their types ends before it has begun. */
const hasNotBegun = (result: object): boolean => 'errors' in result && !('data' in result);

export function useInputFaults({ schema, inputFaults: rules }: GraphQLParts): DoorPlugin {
  const refusedPayload = createRefusedPayloads(schema);

  /**
   * The result of an operation whose input is at fault, which is at hand but for mutations; null: it is at no fault. Looked for
   * when the operation comes, and again when the library has refused its variables.
   */
  function refused({ contextValue: { state }, variableValues }: Args, when: 'COMES' | 'REFUSED') {
    const { parsed, invalid } = state;
    if (parsed === null || !('document' in parsed)) return null;
    const input = { schema, rules, parsed, variables: variableValues ?? {}, state };
    const verdict = when === 'REFUSED' || invalid.length > 0 ? judge(invalid, input) : judgeNulls(input);
    return verdict !== null && 'mutation' in verdict ? refusedPayload(verdict, input) : verdict;
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
      const { http } = args.contextValue.state;
      const made = await refused(args, 'COMES');
      if (made !== null) return void setResultAndStopExecution(made);
      http.trace.enter('BODY');
      return {
        async onExecuteDone({ result, setResult }) {
          const other = hasNotBegun(result) ? await refused(args, 'REFUSED') : null;
          if (other !== null) setResult(other);
        },
      };
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const { http } = args.contextValue.state;
      const made = refused(args, 'COMES');
      if (made !== null) return setResultAndStopExecution(made as ExecutionResult);
      http.trace.enter('BODY');
      return {
        onSubscribeResult({ result, setResult }) {
          const other = hasNotBegun(result) ? refused(args, 'REFUSED') : null;
          if (other !== null) setResult(other as ExecutionResult);
        },
      };
    },
  };
}
