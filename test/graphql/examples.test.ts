import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { examples } from '../../src/pages/explorer/explorer.ts';
import { bankOfFile } from '../support/bank-of-file.ts';

const schema = buildSchema({ sandbox: true });

const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-EXAMPLES');

describe('there is an example', () => {
  const asked = examples.map(({ query }) => query).join('\n');

  it('of every mutation, except those that create or end a credential', () => {
    const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
    const missing = names.filter((name) => !new RegExp(`\\b${name}\\(|\\b${name} {`).test(asked));
    expect(missing).toEqual([
      'createConsoleLink',
      'createConsoleToken',
      'createSandboxCertificate',
      'signOut',
    ]);
  });

  it('of reading what those have created, each with a description', () => {
    for (const field of ['payment', 'payments', 'signingBaskets', 'sandboxCustomer', 'transactions'])
      expect(asked).toContain(`${field}(`);
    for (const { name, query } of examples) expect(query, name).toMatch(/^# [A-Z][^\n]{12,}\n/);
  });
});

const known: Record<string, string> = {};

function remember(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string' && /^(payment|basket|authorisation|customer|resource)Id$/.test(key))
      known[`<${key}>`] = item;
    else remember(item);
    const card = (item as { maskedPan?: unknown; resourceId?: string } | null)?.resourceId;
    const { id } = (item ?? {}) as { id?: string };
    if (/^(agreement|engagement)$/.test(key) && id) known[`<${key}Id>`] = id;
    if (key === 'cardAccount' && card) known['<cardAccountId>'] = card;
  }
}

/** Steps before an example, which a reader replaces by choosing another id. */
const before: Readonly<Record<string, readonly string[]>> = {
  CancelPayment: ['CreateDomesticPayment'],
  StartCancellationAuthorisation: [
    'CreateDomesticPayment',
    'StartAuthorisation',
    'CompleteAuthorisation',
    'CancelPayment',
  ],
  CreateSigningBasket: ['CreateDomesticPayment'],
};

const filled = (variables: object) =>
  JSON.parse(JSON.stringify(variables).replace(/<\w+>/g, (placeholder) => known[placeholder] ?? placeholder));

async function run(name: string): Promise<string> {
  const example = examples.find((one) => one.name === name);
  const input = filled(example?.variables ?? {});
  // The bank refuses the same payment twice in a row.
  if (input.input?.creditorName) input.input.remittanceInformationUnstructured = `${name} ${Math.random()}`;
  bank.time.now += 1;
  const { json, text } = await tpp.graphqlRaw(example?.query ?? '', input);
  expect(json.errors, `${name}: ${text}`).toBeUndefined();
  remember(json.data);
  return text;
}

describe('each example', () => {
  it.each(examples.map(({ name, query }) => [name, query]))('%s is valid', (_, query) =>
    expect(validate(schema, parse(query))).toEqual([]),
  );

  it('works as written, with the ids from the examples before it', async () => {
    for (const { name, query } of examples) {
      if (query.includes('subscription')) continue;
      for (const step of before[name] ?? []) await run(step);
      const text = await run(name);
      expect(text, name).not.toContain('"category":"ERROR"');
      expect(text, name).not.toContain('":null,"tppMessages"');
    }
  });
});
