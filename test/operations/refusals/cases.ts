import type { AppParts } from '../../../src/app.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import type { Reason } from '../../../src/domain/refusal.ts';
import { type Answer, type Bank, psuHeaders, type RestOptions, type Tpp } from '../../support/bank.ts';
import { domesticPath } from '../../support/story.ts';

/** The bank of all cases, and a TPP. A case that moves the clock or fills tables takes another TPP. */
export interface Situation {
  readonly bank: Bank;
  readonly tpp: Tpp;
  readonly bounded: Bank;
}

export const unlucky = 'PSDNO-FSA-UNLUCKY';
export const boundedParts: Partial<AppParts> = {
  rateLimit: 1,
  requestsAtOnce: 1,
  issueCertificate: async () => ({ certificatePem: '-', privateKeyPem: '-' }),
  audit({ tppId }) {
    if (tppId === unlucky) throw new Error('a defect of the service');
  },
  log: () => undefined,
};

export type Case = (situation: Situation) => Promise<Answer>;

/** By the name of the operation, or of the stage: a case for each of its reasons. */
export type Cases = Readonly<Record<string, Partial<Record<Reason, Case>>>>;

export const send =
  (method: string, path: string, body?: unknown, options: RestOptions = {}): Case =>
  ({ tpp }) =>
    tpp.rest(method, path, body === undefined ? options : { ...options, body });

export const query =
  (document: string, variables: Readonly<Record<string, unknown>> = {}): Case =>
  ({ tpp }) =>
    tpp.graphqlRaw(document, variables);

export const headersOf = (changes: Readonly<Record<string, string | null>>) => ({
  ...psuHeaders,
  ...changes,
});

export const pay = (
  { tpp }: Pick<Situation, 'tpp'>,
  changes: object = {},
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Answer> =>
  tpp.rest('POST', domesticPath, { body: { ...domestic.example, ...changes }, headers: headersOf(headers) });
