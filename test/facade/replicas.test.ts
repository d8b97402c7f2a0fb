import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bank, Tpp } from '../support/bank.ts';
import { newPayment, domesticPath as path } from '../support/story.ts';
import { shareTwoBanks } from './two-banks.ts';

const two = shareTwoBanks();
let replica: Bank;
let tpps: readonly Tpp[];
beforeAll(() => {
  replica = two.facade.replica();
  tpps = [two.tpp, replica.tpp()];
});
afterAll(() => replica.stop());

const pay = () => newPayment(two.tpp);
const goAway = () => {
  two.intercept = async (line, answer) => (line.endsWith('/status') ? { ...answer, status: 500 } : undefined);
};
const later = () => {
  two.facade.time.now += 3_001;
};

type Read = (tpp: Tpp, paymentId: string) => Promise<readonly { readonly text: string }[]>;
const byRest: Read = async (tpp, id) =>
  (await tpp.rest('GET', `${path}/${id}/status`)).json.tppMessages ?? [];
const byGraphQL: Read = async (tpp, id) => {
  const query = 'query ($id: String!) { payment(paymentId: $id) { tppMessages { text } } }';
  return (await tpp.graphqlRaw(query, { id })).data.payment.tppMessages;
};
const inAList: Read = async (tpp, id) => {
  const query = '{ payments(first: 20) { nodes { paymentId tppMessages { text } } } }';
  const { nodes } = (await tpp.graphqlRaw(query)).data.payments;
  return nodes.find(({ paymentId }: { paymentId: string }) => paymentId === id).tppMessages;
};

describe('a status that the bank did not give at the last poll', () => {
  it.each<[string, Read]>([
    ['by REST', byRest],
    ['by GraphQL', byGraphQL],
    ['in a list', inAList],
  ])(
    'comes with a warning from each replica %s, whichever has polled, and without one once the bank has responded',
    async (_, read) => {
      const id = await pay();
      await byRest(two.tpp, id);
      for (const tpp of tpps) expect(await read(tpp, id)).toEqual([]);
      const reportedAt = new Date(two.facade.time.now).toISOString();
      goAway();
      later();
      await byRest(two.tpp, id);
      for (const tpp of tpps)
        expect(await read(tpp, id)).toMatchObject([{ text: expect.stringContaining(reportedAt) }]);
      two.intercept = null;
      later();
      await byRest(tpps[1] as Tpp, id);
      two.facade.time.now += 1_001;
      for (const tpp of tpps) expect(await read(tpp, id)).toEqual([]);
    },
  );

  it('comes with a warning from a replica that never polled, after the other has polled in the background', async () => {
    const id = await pay();
    goAway();
    two.facade.time.now += 60_000;
    await two.facade.app.runner.tick();
    for (const tpp of tpps) expect(await inAList(tpp, id)).toHaveLength(1);
    expect(await byRest(tpps[1] as Tpp, id)).toHaveLength(1);
  });

  it('comes without a warning once it is final', async () => {
    const id = await pay();
    goAway();
    later();
    for (const tpp of tpps) expect(await byRest(tpp, id)).toHaveLength(1);
    two.intercept = null;
    expect((await two.tpp.rest('DELETE', `${path}/${id}`)).status).toBe(204);
    for (const tpp of tpps)
      for (const read of [byRest, byGraphQL, inAList]) expect(await read(tpp, id)).toEqual([]);
  });

  it('comes with a warning during a hanging poll, for a read that did not start it', async () => {
    const id = await pay();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    two.intercept = async (line) => {
      if (line.endsWith('/status')) await held;
      return undefined;
    };
    later();
    const asking = byRest(two.tpp, id);
    await expect.poll(() => two.arrived.at(-1)).toMatch(/status$/);
    two.facade.time.now += 2_500;
    expect(await byRest(tpps[1] as Tpp, id)).toHaveLength(1);
    expect(await inAList(tpps[1] as Tpp, id)).toHaveLength(1);
    release();
    await asking;
  });
});
