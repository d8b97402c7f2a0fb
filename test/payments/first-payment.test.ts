import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const body = instantDomestic.example;
const withText = (text: string) => ({ ...body, remittanceInformationUnstructured: text });

const bank = await bankOfFile();
const tpp = bank.tpp();

describe('201: a signed instant payment', () => {
  it('is created by REST and its status read back', async () => {
    const made = await tpp.rest('POST', path, { body: withText('rest'), headers: psuHeaders });
    expect(made.status, made.text).toBe(201);
    expect(made.json).toMatchObject({ transactionStatus: 'RCVD', transactionFeeIndicator: false });
    const status = await tpp.rest('GET', `${path}/${made.json.paymentId}/status`);
    expect(status.status, status.text).toBe(200);
    expect(status.json).toMatchObject({ paymentId: made.json.paymentId, transactionStatus: 'RCVD' });
    const details = await tpp.rest('GET', `${path}/${made.json.paymentId}`);
    expect(details.json).toMatchObject({ ...withText('rest'), paymentId: made.json.paymentId });
  });

  it('is created by GraphQL and its status read back', async () => {
    const selection = 'payment { paymentId transactionStatus }';
    const input = withText('graphql');
    const { payment } = await mutate(tpp, 'createInstantPayment', input, selection, psuHeaders);
    expect(payment).toMatchObject({ transactionStatus: 'RCVD' });
    const status =
      'query ($paymentId: String!) { payment(paymentId: $paymentId) { paymentId transactionStatus } }';
    const read = await tpp.graphqlRaw(status, { paymentId: payment.paymentId });
    expect(read.data.payment).toEqual(payment);
  });
});
