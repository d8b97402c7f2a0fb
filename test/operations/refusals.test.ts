/**
 * Every declared reason of an operation has a request that provokes it, and every refusal of an operation is declared:
 * the documents rely on these lists. A reason without a case fails here, and so does a case without its reason; an
 * undeclared refusal fails in any test (support/refusals.ts). Refusals before an operation have the same code for all
 * operations, so each kind is tested once: the stages with their reasons.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../scripts/documents/operations.ts';
import { catalogue, type Reason } from '../../src/domain/refusal.ts';
import { stageChecks, textsInPlaceOfOperations } from '../../src/rest/openapi/reasons.ts';
import type { Answer } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { refusalsMet, remoteBankReasons } from '../support/refusals.ts';
import { boundedParts, type Case, type Cases } from './refusals/cases.ts';
import { listCases } from './refusals/many.ts';
import { paymentCases } from './refusals/payments.ts';
import { sandboxCases } from './refusals/sandbox.ts';
import { stageCases } from './refusals/stages.ts';

type Row = readonly [name: string, reason: Reason, provoke: Case];
type Promised = readonly [name: string, reasons: readonly Reason[]];

const bank = await bankOfFile();
const bounded = bank.replica(boundedParts);
afterAll(() => bounded.stop());

const rowsOf = (cases: Cases): readonly Row[] =>
  Object.entries(cases).flatMap(([name, reasons]) =>
    Object.entries(reasons).map(([reason, provoke]): Row => [name, reason as Reason, provoke]),
  );
const pairsOf = (promises: readonly Promised[]) =>
  promises.flatMap(([name, reasons]) => reasons.map((reason) => `${name} ${reason}`)).sort();
const provoked = (rows: readonly Row[]) => rows.map(([name, reason]) => `${name} ${reason}`).sort();

async function told(reason: Reason, provoke: Case): Promise<readonly string[]> {
  refusalsMet.clear();
  const { status, text }: Answer = await provoke({ bank, tpp: bank.tpp(), bounded });
  const { code, status: expected } = catalogue[reason];
  expect(text).toContain(`"code":"${code}"`);
  if (status !== 200) expect([status, text]).toEqual([expected, text]);
  return [...refusalsMet.values()];
}

describe('operations', () => {
  const rows = rowsOf({ ...paymentCases, ...sandboxCases });

  it('have a case for each declared reason', async () => {
    const operations = await allOperations();
    expect(provoked(rows)).toEqual(pairsOf(operations.map(({ name, refusals }) => [name, refusals])));
  });

  it.each(rows)('%s: %s', async (name, reason, provoke) => {
    expect(await told(reason, provoke)).toEqual([`${name} ${reason}`]);
  });
});

describe('GraphQL reads of many resources at once', () => {
  it.each(rowsOf(listCases))('%s: %s', async (_, reason, provoke) => {
    expect(await told(reason, provoke)).toEqual([]);
  });
});

describe('stages', () => {
  const rows = rowsOf(stageCases);

  it('have a case for each of their reasons', () => {
    expect(provoked(rows)).toEqual(
      pairsOf(stageChecks.map(({ stage, subject, reasons }) => [`${stage}: ${subject}`, reasons])),
    );
  });

  it('and operations give every reason of the catalogue, except unused codes of the interface', async () => {
    const declared = (await allOperations()).flatMap(({ refusals }) => refusals);
    const given = new Set<string>([
      ...declared,
      ...stageChecks.flatMap(({ reasons }) => reasons),
      ...Object.keys(textsInPlaceOfOperations),
    ]);
    expect(Object.keys(catalogue).filter((reason) => !given.has(reason))).toEqual(remoteBankReasons);
  });

  it.each(rows)('%s: %s', async (_, reason, provoke) => {
    expect(await told(reason, provoke)).toEqual([]);
  });
});
