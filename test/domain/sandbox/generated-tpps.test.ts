import { describe, expect, it } from 'vitest';
import { familyOf, generatedTppId, limitKeyOf } from '../../../src/domain/sandbox/generated-tpps.ts';

describe('the identifier of a TPP that another TPP has made', () => {
  it('contains its family, whatever its own name', () => {
    expect(familyOf(generatedTppId('Acme Pay 2', 'ABCDEF012345', '000000000001'))).toBe('ABCDEF012345');
    expect(familyOf(generatedTppId('a'.repeat(40), 'ABCDEF012345', '000000000001'))).toBe('ABCDEF012345');
  });

  it.each([
    'PSDNO-FSA-DEMOTPP1',
    'PSDNO-FSA-ACME-0123456789AB',
    'PSDNO-FSA-ABCDEF012345-0123456789AB',
    'PSDNO-FSA-A-ABCDEF012345-0123456789AB-0123456789AB',
    '2.5.4.3=PSDNO-FSA-A-ABCDEF012345-0123456789AB',
  ])('%s is not made by a TPP, and has its own share', (tppId) => {
    expect([familyOf(tppId), limitKeyOf(tppId)]).toEqual([null, tppId]);
  });

  it('is in one share with all others of the family, apart from their maker', () => {
    const [one, other] = ['000000000001', '000000000002'].map((chance) =>
      limitKeyOf(generatedTppId('A', 'ABCDEF012345', chance)),
    );
    expect(one).toBe(other);
    expect(limitKeyOf('ABCDEF012345')).not.toBe(one);
  });
});
