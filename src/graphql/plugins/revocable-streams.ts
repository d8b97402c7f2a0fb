/** A stream ends when the token or session of its caller ends, or the certificate behind it is revoked. */

import type { GraphQLParts } from '../door/parts.ts';
import { whileAdmitted } from '../door/subscriptions.ts';
import type { DoorPlugin } from '../request.ts';

export function useRevocableStreams(tokens: GraphQLParts['tokens'], lookEveryMs?: number): DoorPlugin {
  return {
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult({ result, setResult }) {
        const { caller } = contextValue;
        if (caller === null || !(Symbol.asyncIterator in result)) return;
        setResult(whileAdmitted(result, caller, tokens, lookEveryMs));
      },
    }),
  };
}
