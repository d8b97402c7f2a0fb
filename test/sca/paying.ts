import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { type Answer, type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
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

type Options = Parameters<typeof payAt> extends [unknown, ...infer Rest] ? Rest : never;

export interface ScaBank {
  bank: Bank;
  /** The TPP of the payments. */
  tpp: Tpp;
  /** The next payments are those of a new TPP; returns its id. */
  newTpp(): string;
  pay(...options: Options): Promise<Made>;
  statusOf(made: Pick<Made, 'self'>): Promise<string>;
  /** The PSU who follows the link of the answer. */
  psuOf(answer: Answer): Visitor;
  start(collection: string): Promise<Visitor>;
  /** A creation that asks the PSU to log in. */
  challenge(headers?: Readonly<Record<string, string | null>>): Promise<Answer>;
}

/** One bank for all tests of a file. */
export function shareScaBank(): ScaBank {
  let tpps = 0;
  const methods: Omit<ScaBank, 'bank' | 'tpp'> = {
    newTpp() {
      tpps += 1;
      const tppId = `PSDNO-FSA-SCA${tpps}`;
      at.tpp = at.bank.tpp(tppId);
      return tppId;
    },
    pay: (...options) => payAt(at, ...options),
    statusOf: async ({ self }) => (await at.tpp.rest('GET', `${self}/status`)).json.transactionStatus,
    psuOf: ({ json }) => new Visitor(at.bank, json._links.scaRedirect.href),
    start: async (collection) => at.psuOf(await at.tpp.rest('POST', collection, { headers: psuHeaders })),
    challenge: (headers = {}) =>
      at.tpp.rest('POST', instant, {
        body: instantDomestic.example,
        headers: { ...psuHeaders, 'psu-context': null, 'psu-id': randomUUID(), ...headers },
      }),
  };
  const at = methods as ScaBank;
  beforeAll(async () => {
    at.bank = await startBank();
    at.tpp = at.bank.tpp();
  });
  afterAll(() => at.bank.stop());
  return at;
}
