/** The schema explains itself: descriptions everywhere, enums for every code set, deprecations, nothing of the sandbox outside one. */
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { namesPlace } from '../../src/graphql/where.ts';

const open = buildSchema({ products, sandbox: true });
const closed = buildSchema({ products, sandbox: false });

interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}
interface Part {
  readonly name: string;
  readonly described: boolean;
  /** Whether the description says where it is laid down. */
  readonly placed: boolean;
  /** Whether it is a value of an enum. */
  readonly value: boolean;
  readonly deprecated: boolean;
}

/** Every type, field, argument, input field and enum value that is not GraphQL's own. */
function partsOf(schema: GraphQLSchema): Part[] {
  const parts: Part[] = [];
  const add = (name: string, { description, deprecationReason }: Described, value = false) =>
    parts.push({
      name,
      described: Boolean(description?.trim()),
      placed: namesPlace.test(description ?? ''),
      value,
      deprecated: deprecationReason != null,
    });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    add(type.name, type);
    if (isEnumType(type))
      for (const value of type.getValues()) add(`${type.name}.${value.name}`, value, true);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(`${type.name}.${field.name}`, field);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field);
      for (const argument of field.args) add(`${type.name}.${field.name}(${argument.name})`, argument);
    }
  }
  for (const directive of schema.getDirectives())
    if (!isSpecifiedDirective(directive)) add(`@${directive.name}`, directive);
  return parts;
}

describe('every part of the schema has a description', () => {
  it.each([
    ['of a sandbox', open],
    ['outside a sandbox', closed],
  ])('%s', (_, schema) => {
    const parts = partsOf(schema);
    expect(parts.length).toBeGreaterThan(300);
    expect(parts.filter(({ described }) => !described).map(({ name }) => name)).toEqual([]);
  });
  it('and it leads to the text behind it, but for the values of enums', () => {
    const lost = partsOf(open).filter(({ placed, value }) => !placed && !value);
    expect(lost.map(({ name }) => name)).toEqual([]);
  });
});

describe('code sets are enums', () => {
  const valuesOf = (name: string) => {
    const type = open.getType(name);
    return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
  };
  it('PaymentStatus has the twelve values', () => expect(valuesOf('PaymentStatus')).toHaveLength(12));
  it('SigningBasketStatus has its four', () => expect(valuesOf('SigningBasketStatus')).toHaveLength(4));
  it('there is one for every code set', () => {
    const enums = Object.values(open.getTypeMap()).filter(
      (type) => isEnumType(type) && !isIntrospectionType(type),
    );
    expect(enums.map(({ name }) => name).sort()).toEqual([
      'AccountScheme',
      'AuthorisationOutcome',
      'BookingStatus',
      'CountryCode',
      'CurrencyCode',
      'CustomerType',
      'ExecutionRule',
      'Frequency',
      'HttpVerb',
      'KidModulus',
      'MessageCategory',
      'MessageCode',
      'PaymentProduct',
      'PaymentStatus',
      'PsuContext',
      'PurposeCode',
      'SandboxEventKind',
      'ScaStatus',
      'SigningBasketStatus',
    ]);
  });
});

describe('what is deprecated says so', () => {
  it('city and remittanceInformationStructured of a bulk entry, and nothing else', () => {
    const names = partsOf(open).filter(({ deprecated }) => deprecated);
    expect(names.map(({ name }) => name).sort()).toEqual([
      'Address.city',
      'BulkPaymentEntry.remittanceInformationStructured',
      'BulkPaymentEntryInput.remittanceInformationStructured',
      'BulkPostalAddressInput.city',
    ]);
  });
});

describe('outside a sandbox', () => {
  it('these fields do not exist', () => {
    const outside = new Set(partsOf(closed).map(({ name }) => name));
    const only = partsOf(open)
      .map(({ name }) => name)
      .filter((name) => !outside.has(name) && /^(Query|Mutation|Subscription)\.\w+$/.test(name));
    expect(only.sort()).toEqual([
      'Mutation.advanceSandboxClock',
      'Mutation.completeAuthorisation',
      'Mutation.createConsoleToken',
      'Mutation.createSandboxAccount',
      'Mutation.createSandboxCardAccount',
      'Mutation.createSandboxCardTransactions',
      'Mutation.createSandboxCustomer',
      'Mutation.initialiseSandbox',
      'Mutation.runPaymentBatch',
      'Mutation.setSandboxBalances',
      'Query.sandboxAccount',
      'Query.sandboxAccounts',
      'Query.sandboxCardAccount',
      'Query.sandboxCardAccounts',
      'Query.sandboxCustomer',
      'Query.sandboxCustomers',
      'Query.scenarios',
    ]);
  });
});
