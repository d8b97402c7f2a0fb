/** Sends one request of each kind, with every parameter, to a core that compares it with docs/core.openapi.yaml. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createCarrier } from '../../../src/bank/core/carrier.ts';
import { CoreClient } from '../../../src/bank/core/client.ts';
import type { OrderRecord } from '../../../src/bank/core/orders/ports.ts';
import { createCoreQueries } from '../../../src/bank/core/queries.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { instruction, settingsFor } from '../upstream/support/client.ts';
import { messages } from './messages.ts';
import { group, payment } from './written-reports.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: object;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

const documentText = readFileSync(new URL('../../../docs/core.openapi.yaml', import.meta.url), 'utf8');
const document = JSON.parse(
  JSON.stringify(parse(documentText)).replaceAll('"#/components/', '"core#/components/'),
);
const validator = (coerceTypes: boolean) =>
  new Ajv2020({ strict: false, coerceTypes }).addSchema(document, 'core');
const [texts, bodies] = [validator(true), validator(false)];

type Paths = Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>;
const operations = Object.entries(document.paths as Paths).flatMap(
  ([template, { parameters = [], ...methods }]) =>
    Object.entries<Operation>(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      parameters: [...parameters, ...(operation.parameters ?? [])],
    })),
);

const parametersSchema = (place: Parameter['in'], parameters: readonly Parameter[]) => {
  const those = parameters.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(those.map(({ name, schema }) => [name, schema])),
    required: those.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
};

/** The name of the operation, and what does not fit it. */
async function judge(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://core');
  const operation = operations.find(({ method, path }) => method === request.method && path.test(pathname));
  if (operation === undefined) return `${request.method} ${pathname}: no operation`;
  const { operationId, parameters, path, requestBody } = operation;
  const type = request.headers['content-type'] ?? '';
  const sent = await text(request);
  const schema = requestBody?.content[type]?.schema ?? { const: '' };
  const checks = {
    path: texts.validate(parametersSchema('path', parameters), { ...path.exec(pathname)?.groups }),
    query: texts.validate(parametersSchema('query', parameters), Object.fromEntries(searchParams)),
    [`body ${type}`]: bodies.validate(schema, type === 'application/json' ? JSON.parse(sent) : sent),
  };
  const faults = Object.entries(checks).filter(([, isValid]) => !isValid);
  return [operationId, ...faults.map(([name]) => name)].join(': ');
}

const order: OrderRecord = {
  orderId: '9b2c1ad46f0e4c39a6d30a3c2a7d2f11',
  tppId: 'TPP',
  paymentId: '1',
  kind: 'CREDIT_TRANSFER',
  cancelledOrderId: null,
  executionDate: '2026-12-01',
  nominalDate: null,
  debtorName: 'Ola Nordmann',
  coreSystemData: null,
  state: 'WAITING',
  tries: 0,
  createdAt: 0,
  sendAt: 0,
};
const outgoing = { order, tppName: 'TPP', product: 'INDCTS', instruction, orderToCancel: null };

async function startCore(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new CoreClient(settingsFor(`http://127.0.0.1:${port}`), {
    now: Date.now,
    random: () => 1,
    notice: () => undefined,
    alarm: () => undefined,
  });
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  const carrier = createCarrier({ client, messages, outbox: null });
  return { queries: createCoreQueries(client, messages), carrier };
}

it('every request to a core is one of its document', async () => {
  const judgements: string[] = [];
  const { queries, carrier } = await startCore(async (request, response) => {
    judgements.push(await judge(request));
    response.writeHead(404).end();
  });
  const { debtorAccount, instructedAmount } = instruction;
  const calls = [
    () => queries.findCustomer('TPP', '13039319955'),
    () => queries.findRights('TPP', '13039319955', 'agreement', [debtorAccount]),
    () => queries.checkPayment('TPP', instantDomestic, instruction),
    () => queries.findCover('TPP', debtorAccount, instructedAmount),
    () => carrier.send(outgoing),
    () => carrier.fetchLastReport(order),
    () => carrier.fetchReports('cursor', 50),
  ];
  for (const call of calls) await call().catch(() => undefined);
  expect(judgements).toEqual(operations.map(({ operationId }) => operationId));
});

it('a page of a gateway with a status of success does not say that the core has an order', async () => {
  const { carrier } = await startCore((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Maintenance</h1>');
  });
  await expect(carrier.send(outgoing)).rejects.toMatchObject({ effect: 'MAYBE_DONE' });
  await expect(carrier.hasOrder(order)).rejects.toMatchObject({ effect: 'MAYBE_DONE' });
});

it.each([
  ['text', 'text/plain', 'The service is being maintained.'],
  ['an empty body', 'application/json', ''],
  ['a list', 'application/json', '[]'],
])('%s with status 200 does not say that the core has an order', async (_, type, body) => {
  const { carrier } = await startCore((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await expect(carrier.hasOrder(order)).rejects.toMatchObject({ effect: 'MAYBE_DONE' });
});

it('a report may begin and end with line breaks', async () => {
  const { carrier } = await startCore(() => undefined);
  expect(carrier.readReport(`\r\n${payment(group('<GrpSts>ACSC</GrpSts>'))}\n`)).toMatchObject({
    report: { orders: [{ status: { code: 'ACSC' } }] },
  });
});

it('a page of a gateway with 404 does not say that the core knows no such customer or order', async () => {
  const { queries, carrier } = await startCore((_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404 Not Found</h1>');
  });
  const refusal = { reason: 'UNAVAILABLE', effect: 'MAYBE_DONE' };
  await expect(queries.findCustomer('TPP', '13039319955')).rejects.toMatchObject(refusal);
  await expect(carrier.hasOrder(order)).rejects.toMatchObject(refusal);
});
