/** The page of a payment reads each field of the schema, and the compiler asks for a row of each field that it reads. */
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type FieldNode,
  isInterfaceType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect, it } from 'vitest';

/** The page has the same value in another field. */
const repeated = ['id', 'instructedAmount', 'creditorName', 'transactionFeeIndicator'];

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const schema = buildSchema(read('schema.graphql'));
const documents = read('console/screens/payment.graphql') + read('console/acts.graphql');

function selectedFields(): ReadonlyMap<string, ReadonlySet<string>> {
  const selected = new Map<string, Set<string>>();
  const types = new TypeInfo(schema);
  visit(
    parse(documents),
    visitWithTypeInfo(types, {
      Field({ name }: FieldNode) {
        const parent = types.getParentType()?.name ?? '';
        selected.set(parent, (selected.get(parent) ?? new Set()).add(name.value));
      },
    }),
  );
  return selected;
}

it('the page of a payment shows each field of each product, of an entry, an address and a reference', () => {
  const selected = selectedFields();
  const payment = schema.getType('Payment');
  if (!isInterfaceType(payment)) throw new Error('Payment is no interface');
  const products = schema.getPossibleTypes(payment).map(({ name }) => name);
  expect(products.length).toBeGreaterThan(5);
  const common = [...(selected.get('Payment') ?? []), ...repeated];
  const missing = [...products, 'BulkPaymentEntry', 'Address', 'RemittanceInformationStructured'].flatMap(
    (name) => {
      const type = schema.getType(name);
      if (!isObjectType(type)) throw new Error(`${name} is no object type`);
      const known = new Set([...(selected.get(name) ?? []), ...(products.includes(name) ? common : [])]);
      return Object.keys(type.getFields()).flatMap((field) => (known.has(field) ? [] : [`${name}.${field}`]));
    },
  );
  expect(missing).toEqual([]);
});
