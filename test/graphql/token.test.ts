import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { examples } from '../../src/graphql/examples/list.ts';
import { buildSchema } from '../../src/graphql/schema.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const post = async (token: string, query: string, variables = {}) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await bank.fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, json: (await response.json()) as any };
};
const newToken = async (): Promise<string> =>
  (
    await tpp.graphqlRaw(
      'mutation { createConsoleToken(input: {}) { token expiresAt tppMessages { code } } }',
    )
  ).data.createConsoleToken.token;

describe('a console token', () => {
  it('stands for the TPP that made it, at GraphQL alone', async () => {
    const token = await newToken();
    const { json } = await post(token, '{ viewer { tppId roles } }');
    expect(json.data.viewer).toEqual({ tppId: 'PSDNO-FSA-TEST1', roles: ['PSP_PI', 'PSP_AI'] });
    const rest = await bank.fetch('/v1/sandbox/customers', {
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'a' },
    });
    expect(rest.status).toBe(400);
  });

  it('lets a payment be made with the psu input in the place of headers', async () => {
    const token = await newToken();
    const example = examples.find(({ name }) => name === 'CreateInstantPayment');
    const { json } = await post(token, example?.query ?? '', example?.variables);
    expect(json.data.createInstantPayment, JSON.stringify(json)).toMatchObject({
      payment: { transactionStatus: 'RCVD' },
    });
  });

  it('is refused when unknown, and after eight hours', async () => {
    expect((await post('nonsense', '{ viewer { tppId } }')).status).toBe(401);
    const token = await newToken();
    bank.time.now += 8 * 3_600_000;
    const late = await post(token, '{ viewer { tppId } }');
    expect(late.json.errors[0].extensions).toMatchObject({
      code: 'SIGNATURE_INVALID',
      path: 'Authorization',
    });
  });

  it('is not known where there is no sandbox', async () => {
    const schema = buildSchema({ products, sandbox: false });
    expect(schema.getMutationType()?.getFields().createConsoleToken).toBeUndefined();
  });
});

describe('the explorer', () => {
  const page = (path: string) => bank.fetch(path, { headers: { accept: 'text/html' } });
  const text = async (answer: Response) =>
    gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('utf8');

  it('opens with a token filled in once, and needs nothing from the network', async () => {
    const ticket = bank.app.explorerTicket({ tppId: 'PSDNO-FSA-TEST1', name: 'TPP', roles: null });
    const opened = await page(`/graphql?ticket=${ticket}`);
    // Who comes to the browser later must not find the token in its cache.
    expect(opened.headers.get('cache-control')).toBe('no-store');
    const first = await text(opened);
    const token = /Bearer ([\w-]{32})/.exec(first)?.[1] ?? '';
    expect((await post(token, '{ viewer { tppId } }')).json.data.viewer.tppId).toBe('PSDNO-FSA-TEST1');
    const again = await page(`/graphql?ticket=${ticket}`);
    expect(again.headers.get('cache-control')).toBe('no-cache');
    const second = await text(again);
    expect(/Bearer [\w-]{32}/.exec(second)).toBeNull();
    expect(first.match(/<(script|link)[^>]+(src|href)="https?:/g)).toBeNull();
  });
});
