import { expect } from 'vitest';
import type { Tpp } from './bank.ts';

export const clockMoves = ['advanceSandboxClock(input: { by: "PT0S" })', 'runPaymentBatch(input: {})'];

/** The bank behind the service has a clock of its own, and the move says so. */
export async function expectWarningOfMove(tpp: Tpp, move: string): Promise<void> {
  const { data, text } = await tpp.graphqlRaw(
    `mutation { made: ${move} { reached tppMessages { category code path text } } }`,
  );
  expect(data?.made, text).toEqual({
    reached: true,
    tppMessages: [
      {
        category: 'WARNING',
        code: 'FORMAT_ERROR',
        path: 'transactionStatus',
        text: 'the bank behind this service carries out payments by its own clock, and this move does not change that clock',
      },
    ],
  });
}
