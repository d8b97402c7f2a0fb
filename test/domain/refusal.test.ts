import { describe, expect, it } from 'vitest';
import { Refusal, refuse, refuseTogether, withUncheckedParts } from '../../src/domain/refusal.ts';

const compared = { of: 'SIGNING_STRING', expected: 'a', received: 'b' } as const;

describe('several refusals', () => {
  it('become the first one with the messages of all', () => {
    const one = refuse('CERTIFICATE_EXPIRED', { text: 'one' });
    const other = refuse('SIGNATURE_INVALID', { text: 'other' });
    const both = refuseTogether([one, other], []);
    expect([both.reason, both.tppMessages.map(({ text }) => text)]).toEqual([
      'CERTIFICATE_EXPIRED',
      ['one', 'other'],
    ]);
    expect(both.extras).toEqual({});
  });

  it('keep every comparison, and each unread part once', () => {
    const [message] = refuse('SIGNATURE_INVALID', { text: 'x' }).tppMessages;
    if (message === undefined) throw new Error('a refusal without a message');
    const plain = new Refusal('CERTIFICATE_EXPIRED', [message], { unchecked: ['query'] });
    const told = new Refusal('SIGNATURE_INVALID', [message], { compared, unchecked: ['body', 'query'] });
    expect(refuseTogether([plain, told], ['body']).extras).toEqual({
      compared,
      unchecked: ['query', 'body'],
    });
  });

  it('leave other errors unchanged', () => {
    const error = new Error('x');
    expect(withUncheckedParts(error, ['body'])).toBe(error);
    expect(withUncheckedParts(refuse('FORMAT_ERROR'), ['body'])).toMatchObject({
      extras: { unchecked: ['body'] },
    });
  });
});
