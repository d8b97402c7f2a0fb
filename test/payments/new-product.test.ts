import SchemaBuilder from '@pothos/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Product } from '../../src/domain/payments/product.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { create, faultsOf, freshPsu, pathOf } from '../support/payments.ts';

let salary: Product;
let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  // The schema of GraphQL is declared when its modules are loaded, so they are loaded once more after the product.
  SchemaBuilder.allowPluginReRegistration = true;
  vi.resetModules();
  ({ salary } = await import('./support/salary.ts'));
  const supportWithSalary = await import('../support/bank.ts');
  bank = await supportWithSalary.startBank();
  tpp = bank.tpp();
});
afterAll(async () => {
  await bank.stop();
  vi.resetModules();
});

const mutation = `mutation M($input: CreateSalaryPaymentInput!) {
  createSalaryPayment(input: $input) { payment { paymentId transactionStatus employeeNumber } tppMessages { category code path } } }`;

describe('201: the new product', () => {
  it('is created and read by REST, and shown by GraphQL', async () => {
    const made = await create(tpp, salary, salary.example);
    expect(made.status, made.text).toBe(201);
    const details = await tpp.rest('GET', made.json._links.self.href);
    expect(details.json).toMatchObject(salary.example);
    const query =
      'query($id: String!) { payment(paymentId: $id) { __typename product ... on SalaryPayment { employeeNumber creditorName } } }';
    const shown = await tpp.graphqlRaw(query, { id: made.json.paymentId });
    expect(shown.data?.payment, shown.text).toEqual({
      __typename: 'SalaryPayment',
      product: 'SALARY',
      employeeNumber: '4711',
      creditorName: 'Kari Nordmann',
    });
    expect((await tpp.rest('DELETE', made.json._links.self.href)).status).toBe(204);
  });
  it('is created by GraphQL and read by REST', async () => {
    const made = await tpp.graphqlRaw(mutation, { input: salary.example }, { headers: freshPsu() });
    const { payment } = made.data.createSalaryPayment;
    expect(payment, made.text).toMatchObject({ transactionStatus: 'RCVD', employeeNumber: '4711' });
    expect(
      (await tpp.rest('GET', `${pathOf(salary)}/${payment.paymentId}/status`)).json.transactionStatus,
    ).toBe('RCVD');
  });
});

describe('400, 404 and 409: the new product', () => {
  it.each([
    ['a missing field', { employeeNumber: undefined }, ['FORMAT_ERROR employeeNumber']],
    ['a field beyond its bound', { employeeNumber: 'x'.repeat(36) }, ['FORMAT_ERROR employeeNumber']],
    [
      'a day in the past',
      { requestedExecutionDate: '2001-01-01' },
      ['EXECUTION_DATE_INVALID requestedExecutionDate'],
    ],
  ])('%s, at both doors', async (_, change, faults) => {
    const body = { ...salary.example, ...change };
    const rest = await create(tpp, salary, body);
    expect([rest.status, faultsOf(rest.json.tppMessages)]).toEqual([400, faults]);
    const { json } = await tpp.graphqlRaw(mutation, { input: body }, { headers: freshPsu() });
    const messages = json.data?.createSalaryPayment.tppMessages ?? json.errors[0].extensions.tppMessages;
    expect(faultsOf(messages)).toEqual(faults);
  });
  it('a logical duplicate', async () => {
    const headers = freshPsu();
    expect((await create(tpp, salary, salary.example, { headers })).status).toBe(201);
    expect((await create(tpp, salary, salary.example, { headers })).status).toBe(409);
  });
  it('is unknown to a bank without it', async () => {
    const other = await startBank();
    try {
      const answer = await create(other.tpp(), salary, salary.example);
      expect([answer.status, answer.json.code]).toEqual([404, 'PRODUCT_UNKNOWN']);
    } finally {
      await other.stop();
    }
  });
});
