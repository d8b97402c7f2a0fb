import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import type { AnyRoute } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { authorise, domesticPath, newPayment } from '../support/story.ts';
import { followBy } from '../support/subscriptions.ts';

const bank = await bankOfFile({
  issueCertificate: async () => ({ certificatePem: '-', privateKeyPem: '-' }),
});
const other = bank.tpp('PSDNO-FSA-AISP', ['PSP_AI']);

describe('REST', () => {
  const pathOf = ({ path }: AnyRoute): string =>
    path.replace(':product', 'norwegian-domestic-credit-transfers').replace(/:\w+/g, 'none');

  it.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', async (_, row) => {
    const body = row.body === 'json' ? { body: {} } : {};
    const { status, json } = await other.rest(row.method, pathOf(row), { ...body, headers: psuHeaders });
    const refused = status === 403 && json.code === 'ROLE_INVALID';
    expect(refused, json?.code).toBe(!row.path.startsWith('/v1/sandbox/'));
  });
});

const forEveryTpp: Readonly<Record<string, readonly string[]>> = {
  Query: [
    'bankHolidays',
    'requestLog',
    'sandboxAccount',
    'sandboxAccounts',
    'sandboxAgreements',
    'sandboxCardAccount',
    'sandboxCardAccounts',
    'sandboxCustomer',
    'sandboxCustomers',
    'sandboxEngagement',
    'sandboxFaults',
    'scenarios',
    'viewer',
  ],
  Mutation: [
    'advanceSandboxClock',
    'createConsoleLink',
    'createConsoleToken',
    'createSandboxAccount',
    'createSandboxAgreement',
    'createSandboxCardAccount',
    'createSandboxCardTransactions',
    'createSandboxCertificate',
    'createSandboxCustomer',
    'createSandboxEngagement',
    'deleteSandboxAccount',
    'deleteSandboxCardAccount',
    'deleteSandboxCustomer',
    'deleteSandboxEngagement',
    'initialiseSandbox',
    'setSandboxBalances',
    'setSandboxFaults',
    'signOut',
  ],
  Subscription: [],
};

describe('GraphQL', () => {
  const schema = buildSchema({ sandbox: true });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) =>
    root
      ? Object.values(root.getFields()).map((field) => [`${root.name}.${field.name}`, root, field] as const)
      : [],
  );

  function shortest(type: GraphQLInputType): string {
    if (isNonNullType(type)) return shortest(type.ofType);
    if (isListType(type)) return `[${shortest(type.ofType)}]`;
    if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
    if (isInputObjectType(type)) {
      // An authorisation is started for one of two resources, neither of which is required alone.
      const needed = Object.values(type.getFields()).filter(
        (one) => isRequiredInputField(one) || one.name === 'paymentId',
      );
      return `{ ${needed.map(({ name, type: inner }) => `${name}: ${shortest(inner)}`).join(', ')} }`;
    }
    const values: Readonly<Record<string, string>> = {
      Int: '2026',
      Boolean: 'true',
      LocalDate: '"2030-01-01"',
    };
    return values[getNamedType(type).name] ?? '"none"';
  }

  const ofArgument: Readonly<Record<string, string>> = {
    'node.id': JSON.stringify(Buffer.from('DomesticPayment:none').toString('base64')),
  };

  function documentOf(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
    const given = field.args
      .filter(isRequiredArgument)
      .map(({ name, type }) => `${name}: ${ofArgument[`${field.name}.${name}`] ?? shortest(type)}`);
    const named = getNamedType(field.type);
    const messages = isObjectType(named) && 'tppMessages' in named.getFields() ? ' tppMessages { code }' : '';
    const inside = isLeafType(named) ? '' : `{ __typename${messages} }`;
    return `${root.name.toLowerCase()} { ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${inside} }`;
  }

  it.each(fields)('%s', async (_, root, field) => {
    const document = documentOf(root, field);
    const { errors = [], data } =
      root.name === 'Subscription'
        ? await (await followBy(bank, other, document)).next()
        : (await other.graphqlRaw(document, {}, { headers: psuHeaders })).json;
    const codes = [
      ...errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code),
      ...(data?.[field.name]?.tppMessages ?? []).map(({ code }: { code: string }) => code),
    ];
    const mayAsk = forEveryTpp[root.name]?.includes(field.name);
    expect(codes.includes('ROLE_INVALID'), `${document}: ${JSON.stringify(errors)} ${codes}`).toBe(!mayAsk);
  });

  const withInput = fields.filter(([, , { args }]) => args.some(({ name }) => name === 'input'));
  it.each(withInput)('%s says so before it says that a field is unknown', async (_, root, field) => {
    const messages = root.name === 'Query' ? '{ code }' : '{ tppMessages { code } }';
    const document = `${root.name.toLowerCase()} { made: ${field.name}(input: { branch: 1 }) ${messages} }`;
    const { made } = (await other.graphqlRaw(document, {}, { headers: psuHeaders })).json.data;
    const [{ code }] = root.name === 'Query' ? made : made.tppMessages;
    const mayAsk = forEveryTpp[root.name]?.includes(field.name);
    expect(code).toBe(mayAsk ? 'FORMAT_ERROR' : 'ROLE_INVALID');
  });

  it.each([
    ['createDomesticPayment', '{ creditorName: 5 }'],
    ['createDomesticPayment', '{ creditorName: "" }'],
    ['startAuthorisation', '{ paymentId: 5 }'],
    ['startAuthorisation', '{}'],
    ['startAuthorisation', '{ paymentId: "none", basketId: "none" }'],
  ])('%s says so before it reads the body %s', async (name, input) => {
    const document = `mutation { made: ${name}(input: ${input}) { tppMessages { code } } }`;
    const { made } = (await other.graphqlRaw(document, {}, { headers: psuHeaders })).json.data;
    expect(made.tppMessages).toEqual([{ code: 'ROLE_INVALID' }]);
  });

  it.each([
    ['createDomesticPayment', 'creditorName: 5'],
    ['createSigningBasket', 'paymentIds: 5'],
    ['startAuthorisation', 'paymentId: 5'],
    ['startCancellationAuthorisation', 'paymentId: 5'],
  ])('%s says what is wrong with the PSU before that', async (name, wrong) => {
    for (const input of [`psu: { psuId: "x" }, ${wrong}`, `psu: { psuId: 5 }, ${wrong}`]) {
      const document = `mutation { made: ${name}(input: { ${input} }) { tppMessages { path } } }`;
      const { made } = (await other.graphqlRaw(document)).json.data;
      expect(made.tppMessages.map(({ path }: { path: string }) => path)).toContain('psu.psuId');
      expect(made.tppMessages.every(({ path }: { path: string }) => path.startsWith('psu.'))).toBe(true);
    }
  });

  it('a clock moves for every TPP, and shows events of payments to TPPs that may initiate them', async () => {
    const [pays, reads] = [['PSP_PI'] as const, ['PSP_AI'] as const].map((roles) =>
      bank.tpp('PSDNO-FSA-CLOCK', roles),
    ) as [Tpp, Tpp];
    const selection = 'reached events { paymentId } tppMessages { code }';
    for (const [tpp, shown] of [
      [reads, false],
      [pays, true],
    ] as const) {
      const paymentId = await newPayment(pays);
      await authorise(pays, `${domesticPath}/${paymentId}/authorisations`);
      const { reached, events, tppMessages } = await mutate(
        tpp,
        'advanceSandboxClock',
        { by: 'P4D' },
        selection,
      );
      expect([reached, tppMessages]).toEqual([true, []]);
      expect(events.some((event: { paymentId: string }) => event.paymentId === paymentId)).toBe(shown);
    }
  });

  it('has the fields of the table', () => {
    const names: readonly string[] = fields.map(([name]) => name);
    const ofTable = Object.entries(forEveryTpp).flatMap(([root, some]) =>
      some.map((name) => `${root}.${name}`),
    );
    expect(ofTable.filter((name) => !names.includes(name))).toEqual([]);
  });
});
