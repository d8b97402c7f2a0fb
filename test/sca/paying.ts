import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { type Bank, psuHeaders, type Tpp } from '../support/bank.ts';
import { Visitor } from './visitor.ts';

export const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
export const single = '/v1/payments/norwegian-domestic-credit-transfers';

export interface Made {
  readonly id: string;
  readonly self: string;
  readonly psu: Visitor;
}

export async function payAt(
  { bank, tpp }: { readonly bank: Bank; readonly tpp: Tpp },
  path = instant,
  body: Readonly<Record<string, unknown>> = instantDomestic.example,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Made> {
  const hasReference = 'payments' in body || 'remittanceInformationStructuredArray' in body;
  const unlike = hasReference ? {} : { remittanceInformationUnstructured: randomUUID() };
  const made = await tpp.rest('POST', path, {
    body: { ...body, ...unlike },
    headers: { ...psuHeaders, ...headers },
  });
  expect(made.status, made.text).toBe(201);
  const id = made.json.paymentId;
  return { id, self: `${path}/${id}`, psu: new Visitor(bank, made.json._links.scaRedirect.href) };
}
