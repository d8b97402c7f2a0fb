import { describe, expect, it } from 'vitest';
import { pendingAtMost } from '../../src/graphql/schema/types/subscription.ts';
import { subscriptionsPerTpp } from '../../src/graphql/subscription-slots.ts';
import { startBank } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { fillPayments } from '../support/many-payments.ts';
import { rounds } from '../support/nightly.ts';
import { authorise, basketsPath, domesticPath, newBasket, newPayment } from '../support/story.ts';
import { follow, followBy, followMany } from '../support/subscriptions.ts';

// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp();

describe('paymentStatusChanged', () => {
  it('sends the new status from any replica, with the history up to date', async () => {
    const paymentId = await newPayment(tpp);
    const replica = bank.replica();
    const stream = await follow(replica, tpp, paymentId);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
    const message = await stream.next();
    expect(Object.keys(message)).toEqual(['data']);
    const { data } = message;
    expect(data.paymentStatusChanged).toEqual({
      paymentId,
      transactionStatus: 'PDNG',
      statusHistory: [{ to: 'RCVD' }, { to: 'PDNG' }],
    });
    await stream.cancel();
    await replica.stop();
  });

  it('goes on after the database has cut every connection', async () => {
    const paymentId = await newPayment(tpp);
    const stream = await follow(bank, tpp, paymentId);
    const other = bank.replica();
    await other.sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`;
    const helper = other.tpp();
    await authorise(helper, `${domesticPath}/${paymentId}/authorisations`);
    expect((await stream.next()).data.paymentStatusChanged.transactionStatus).toBe('PDNG');
    await stream.cancel();
    await other.stop();
  });

  it('is not slowed by notifications without a change', async () => {
    const paymentId = await newPayment(tpp);
    const stream = await follow(bank, tpp, paymentId);
    for (let news = 0; news < 12; news += 1) {
      let looked = 0;
      bank.database.watch(() => {
        looked += 1;
      });
      await bank.sql`select pg_notify('payment_status', ${paymentId})`;
      await expect.poll(() => looked).toBeGreaterThan(0);
      bank.database.watch(null);
    }
    await authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
    expect((await stream.next()).data.paymentStatusChanged.transactionStatus).toBe('PDNG');
    await stream.cancel();
  });

  it('ends at a defect, which the log shows', async () => {
    const own = await startBank();
    const tppId = 'PSDNO-FSA-DEFECT';
    const stream = await follow(own, own.tpp(tppId));
    const error = console.error;
    console.error = () => undefined;
    own.database.watch(() => {
      throw new Error('a defect');
    });
    try {
      await own.sql`select pg_notify('payment_status', ${`x,@${tppId}`})`;
      expect(await stream.toEnd()).toBe(0);
      expect(own.log.map(({ code, route }) => [code, route])).toContainEqual(['SYSTEM_ERROR', 'resolver']);
    } finally {
      console.error = error;
      await own.stop();
    }
  });

  it('refuses the payment of another TPP as one that never existed', async () => {
    const paymentId = await newPayment(tpp);
    const stream = await follow(bank, bank.tpp('PSDNO-FSA-OTHER'), paymentId);
    const message = await stream.next();
    expect(message.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN');
  });

  it('limits a TPP to its bound, and frees everything when hundreds of clients vanish', async () => {
    const paymentId = await newPayment(tpp);
    for (let round = 0; round < rounds(1, 5); round += 1) {
      const streams = await followMany(subscriptionsPerTpp, bank, tpp, paymentId);
      expect(bank.app.events.listenerCount()).toBe(subscriptionsPerTpp);
      const over = await follow(bank, tpp, paymentId);
      expect([over.response.status, over.response.headers.get('retry-after')]).toEqual([429, '30']);
      expect((await over.next()).errors[0].extensions.code).toBe('ACCESS_EXCEEDED');
      for (const stream of streams) await stream.cancel();
      await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
      expect(await (await bank.fetch('/metrics')).text()).toMatch(/^psd2_subscriptions_open 0$/m);
    }
  });
});

/** Moves payments like a run of the bank, with notifications of a hundred at a time. */
async function moveAll(tppId: string): Promise<void> {
  const moved =
    await bank.sql`update payments set status = 'PDNG' where tpp_id = ${tppId} returning payment_id`;
  const ids = moved.map(({ payment_id }) => payment_id);
  while (ids.length > 0)
    await bank.sql`select pg_notify('payment_status', ${`${ids.splice(0, 100).join(',')},@${tppId}`})`;
}

describe('the changes of two replicas to one payment', () => {
  it('are sent in their order, up to the final status', async () => {
    const replica = bank.replica();
    const there = replica.tpp();
    for (let round = 0; round < rounds(5, 50); round += 1) {
      const stream = await follow(replica, tpp);
      const paymentId = await newPayment(tpp);
      await authorise(there, `${domesticPath}/${paymentId}/authorisations`);
      const { json } = await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
      expect(json.transactionStatus).toBe('PDNG');
      await authorise(there, `${domesticPath}/${paymentId}/cancellation-authorisations`);
      const told: string[] = [];
      while (told.at(-1) !== 'CANC') {
        const { transactionStatus, statusHistory } = (await stream.next()).data.paymentStatusChanged;
        // The history is read after the payment, so it may have one change more.
        expect(statusHistory.map(({ to }: { to: string }) => to)).toContain(transactionStatus);
        told.push(transactionStatus);
      }
      const order = ['RCVD', 'PDNG', 'CANC'];
      const places = told.map((status) => order.indexOf(status));
      expect(places).toEqual([...new Set(places)].toSorted());
      await stream.cancel();
    }
    await replica.stop();
  });
});

describe('paymentStatusChanged without a payment', () => {
  it('sends the changes of every payment of the TPP from any replica, and of no other TPP', async () => {
    const [mine, other] = [bank.tpp('PSDNO-FSA-ALL1'), bank.tpp('PSDNO-FSA-ALL2')];
    const replica = bank.replica();
    const stream = await follow(replica, mine);
    const ids = [await newPayment(mine), await newPayment(mine), await newPayment(mine)];
    for (const paymentId of ids)
      expect((await stream.next()).data.paymentStatusChanged).toMatchObject({
        paymentId,
        transactionStatus: 'RCVD',
      });
    for (const paymentId of [await newPayment(other), ...ids]) {
      const owner = ids.includes(paymentId) ? mine : other;
      await authorise(owner, `${domesticPath}/${paymentId}/authorisations`);
    }
    const told = [];
    while (told.length < 3) told.push((await stream.next()).data.paymentStatusChanged);
    expect(told).toEqual(
      ids.map((paymentId) => ({
        paymentId,
        transactionStatus: 'PDNG',
        statusHistory: [{ to: 'RCVD' }, { to: 'PDNG' }],
        basket: null,
      })),
    );
    await stream.cancel();
    await expect.poll(() => replica.app.events.listenerCount()).toBe(0);
    await replica.stop();
  });

  it('sends no status of a payment twice, though its notification repeats', async () => {
    const mine = bank.tpp('PSDNO-FSA-ALL7');
    const stream = await follow(bank, mine);
    const [first, second] = [await newPayment(mine), await newPayment(mine)];
    for (const paymentId of [first, second])
      expect((await stream.next()).data.paymentStatusChanged.paymentId).toBe(paymentId);
    await bank.sql`select pg_notify('payment_status', ${`${first},${second},@PSDNO-FSA-ALL7`})`;
    await authorise(mine, `${domesticPath}/${second}/authorisations`);
    expect((await stream.next()).data.paymentStatusChanged).toMatchObject({
      paymentId: second,
      transactionStatus: 'PDNG',
    });
    await stream.cancel();
  });

  it('is refused to a TPP that may not read payments', async () => {
    const production = await startBank({ sandbox: false });
    const stream = await follow(production, production.tpp('PSDNO-FSA-AISP', ['PSP_AI']));
    expect((await stream.next()).errors[0].extensions.code).toBe('ROLE_INVALID');
    expect(production.app.events.listenerCount()).toBe(0);
    await production.stop();
  });

  it('sends the current state, however long the stream is open', async () => {
    const mine = bank.tpp('PSDNO-FSA-ALL6');
    const stream = await follow(bank, mine);
    const paymentIds = [await newPayment(mine), await newPayment(mine)];
    for (const _ of paymentIds) expect((await stream.next()).data.paymentStatusChanged.basket).toBeNull();
    const basketId = await newBasket(mine, paymentIds);
    await authorise(mine, `${basketsPath}/${basketId}/authorisations`);
    for (const _ of paymentIds)
      expect((await stream.next()).data.paymentStatusChanged).toMatchObject({
        transactionStatus: 'PDNG',
        basket: { basketId },
      });
    await stream.cancel();
  });

  it('sends hundreds of simultaneous moves', async () => {
    const many = 'PSDNO-FSA-ALL3';
    await fillPayments(bank, many, 450);
    const stream = await followBy(
      bank,
      bank.tpp(many),
      'subscription { paymentStatusChanged { paymentId } }',
    );
    await moveAll(many);
    const told = new Set<string>();
    while (told.size < 450) told.add((await stream.next()).data.paymentStatusChanged.paymentId);
    await stream.cancel();
  });

  it('ends, rather than staying silent, when the database was down or the client too slow', async () => {
    const slow = 'PSDNO-FSA-ALL4';
    const other = bank.replica();
    const cut = await follow(bank, bank.tpp('PSDNO-FSA-ALL5'));
    await other.sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`;
    expect(await cut.toEnd()).toBe(0);
    await fillPayments(bank, slow, pendingAtMost + 200);
    const stream = await follow(other, bank.tpp(slow));
    await moveAll(slow);
    await expect.poll(() => other.app.events.listenerCount()).toBe(0);
    expect(await stream.toEnd()).toBeLessThan(200);
    await other.stop();
  });
});
