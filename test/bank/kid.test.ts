import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { create, faultsOf, productOf } from '../support/payments.ts';

const creditor = { bban: '95364151005', currency: 'NOK' };
const [valid, invalid] = ['1234566', '1234567'];

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const single = (remittance: object) => {
  const { remittanceInformationUnstructured: _, ...example } = { ...productOf('INDCTS').example } as Record<
    string,
    unknown
  >;
  return create(tpp, productOf('INDCTS'), { ...example, creditorAccount: creditor, ...remittance });
};
const one = (reference: string, referenceType?: string) => ({
  remittanceInformationStructured: { reference, ...(referenceType === undefined ? {} : { referenceType }) },
});
const place = 'remittanceInformationStructured.reference';

describe('a payment to a creditor with a KID agreement', () => {
  it.each([
    ['a valid KID', one(valid), 201, []],
    ['a valid KID called SCOR', one(valid, 'SCOR'), 201, []],
    ['a KID with a wrong check digit', one(invalid), 400, [`KID_INVALID ${place}`]],
    ['a KID of a length that is not agreed', one('12345674'), 400, [`KID_INVALID ${place}`]],
    ['a text that is no KID', one('RF18539007547034'), 400, [`KID_INVALID ${place}`]],
    ['a message alone', { remittanceInformationUnstructured: 'Hello' }, 400, [`KID_MISSING ${place}`]],
    ['nothing', {}, 400, [`KID_MISSING ${place}`]],
    ['a reference of another type', one(valid, 'CINV'), 400, [`KID_MISSING ${place}`]],
  ])('with %s is answered by the rule', async (_, remittance, status, faults) => {
    const answer = await single(remittance);
    expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([status, faults]);
  });

  it('names the creditor of a periodic payment, which has no field for a KID', async () => {
    const periodic = productOf('PERIODIC_NDCT');
    const answer = await create(tpp, periodic, {
      ...periodic.example,
      creditorAccount: creditor,
      ...one(valid),
    });
    expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([
      400,
      ['KID_MISSING creditorAccount'],
    ]);
  });

  it('as entries of a bulk payment names each one, the array form too', async () => {
    const bulk = productOf('BULK_NDCT');
    const [entry] = bulk.example.payments as Record<string, unknown>[];
    const { remittanceInformationUnstructured: _, ...bare } = {
      ...entry,
      creditorAccount: creditor,
    } as Record<string, unknown>;
    const array = { remittanceInformationStructuredArray: [{ reference: valid }, { reference: invalid }] };
    const payments = [
      entry,
      bare,
      { ...bare, ...one(valid) },
      { ...bare, ...one(invalid) },
      { ...bare, ...array },
    ];
    const answer = await create(tpp, bulk, { ...bulk.example, payments });
    expect([answer.status, faultsOf(answer.json.tppMessages)]).toEqual([
      400,
      [
        'KID_INVALID payments[3].remittanceInformationStructured.reference',
        'KID_INVALID payments[4].remittanceInformationStructuredArray[1].reference',
        'KID_MISSING payments[1].remittanceInformationStructured.reference',
      ],
    ]);
  });

  it('needs no KID in a sandbox without that creditor', async () => {
    const product = productOf('INDCTS');
    expect((await create(tpp, product, product.example)).status).toBe(201);
  });
});
