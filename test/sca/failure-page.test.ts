import { expect, it } from 'vitest';
import { refuse } from '../../src/domain/refusal.ts';
import { BankRefusal } from '../../src/operations/ports/bank.ts';
import { renderFailurePage } from '../../src/sca/answers.ts';

const pageOf = (refusal: ReturnType<typeof refuse>) => {
  const context = { language: 'en', sandbox: false, base: '' } as const;
  const { status, body } = renderFailurePage(context, null, { id: 'f-1', refusal });
  return { status, text: new TextDecoder().decode(body as Uint8Array) };
};

it('says that another request is in progress only if one is', () => {
  const conflict = pageOf(refuse('CONFLICT', { path: 'paymentId' }));
  expect([conflict.status, conflict.text.includes('We are processing another request.')]).toEqual([
    409,
    true,
  ]);
});

it('says that the bank has refused the step', () => {
  const { status, text } = pageOf(new BankRefusal('FORBIDDEN', []));
  expect([status, text.includes('The bank does not allow this step.')]).toEqual([409, true]);
  expect(text).not.toContain('Try again');
});
