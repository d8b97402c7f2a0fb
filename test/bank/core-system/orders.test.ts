import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { retryPauseMs } from '../../../src/bank/core/orders/send.ts';
import type { CoreReply } from '../../../src/bank/core-system/parts.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { todayInOslo } from '../../../src/domain/values/oslo-time.ts';
import { blocks } from '../../documents/markdown.ts';
import { privateCustomer, Visitor, wrongCode } from '../../sca/visitor.ts';
import { psuHeaders } from '../../support/bank.ts';
import { type Approved, instantPath as path, paymentsOf } from './support/approved.ts';
import { metricsOf, shareBankWithCore } from './support/bank-with-core.ts';

const spans: string[] = [];
const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
const one = shareBankWithCore({
  traces: {
    begin: ({ method, template }) => ({
      headers: { traceparent },
      end: (result) => void spans.push(`${method} ${template} ${result}`),
    }),
  },
});
let settledBefore = 0;
beforeEach(async () => {
  await one.bank.sql`delete from stray_reports`;
  settledBefore += await settled();
});

const { approved, approvedStanding, cancelled, statusOf, setClock, orderOf, ordersOf } = paymentsOf(one);
/** Lets the pause of a retry pass. */
const later = () =>
  one.bank.sql`update bank_orders set send_at = send_at - interval '1 hour' where state = 'WAITING'`;
const puts = () => one.arrived.filter((line) => line.startsWith('PUT')).length;
const moves = async (id: string): Promise<string> => {
  const rows = await one.bank
    .sql`select to_status from payment_status_changes where payment_id = ${id} order by sequence`;
  return rows.map((row) => row.to_status).join(' ');
};
const settled = async (): Promise<number> => {
  const [row] =
    await one.coreSql`select count(*)::int as count from ledger_movements where payment_id is not null`;
  return row?.count - settledBefore;
};

/** From now on, a move of this payment to its end fails with this SQLSTATE. */
const failsFor = (id: string, code: string): string => `
  create function fail_move() returns trigger language plpgsql as $$ begin
    raise exception 'planted' using errcode = '${code}'; end $$;
  create trigger fail_move before insert on payment_status_changes for each row
    when (new.payment_id = '${id}' and new.to_status = 'ACSC') execute function fail_move()`;
const noFailure = 'drop trigger fail_move on payment_status_changes; drop function fail_move';

describe('an order', () => {
  it('is also sent by an approval in the bank app, and its payment ends once', async () => {
    const { self, id } = await approved();
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(await moves(id)).toBe('PDNG ACSC');
    expect(await settled()).toBe(1);
  });

  it('needs the customer who approves, whom the core does not suggest', async () => {
    const body = { ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() };
    const { json } = await one.tpp.rest('POST', path, {
      body,
      headers: { ...psuHeaders, 'psu-id': randomUUID() },
    });
    const [row] = await one.bank
      .sql`select authorisation_id from authorisations where payment_id = ${json.paymentId}`;
    const answer = await one.tpp.graphqlRaw(
      'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { tppMessages { path text } } }',
      { input: { authorisationId: row?.authorisation_id, outcome: 'APPROVE' } },
    );
    expect(answer.json.data.completeAuthorisation.tppMessages).toEqual([
      {
        path: 'customerNumber',
        text: 'nobody has logged in, and the bank suggests no customer: name the one who approves',
      },
    ]);
  });

  it('that is sent after its day, because the core was away, is for the day on which it is sent', async () => {
    const { id } = await approved();
    await one.bank.sql`update bank_orders set execution_date = execution_date - 2 where payment_id = ${id}`;
    await one.settle();
    const today = todayInOslo(one.bank.time.now);
    const { order_id: orderId } = (await orderOf(id)) ?? {};
    for (const sql of [one.bank.sql, one.coreSql])
      expect(
        await sql`select execution_date::text as day from bank_orders where order_id = ${orderId}`,
      ).toEqual([{ day: today }]);
  });

  it('that the core has accepted keeps its day, though the response came after that day', async () => {
    const { id } = await approved();
    one.intercept = async (line, act) => {
      if (line === 'GET /reports') return { status: 200, body: [] };
      const answer = await act();
      return line.startsWith('PUT') ? { status: 503 } : answer;
    };
    await one.settle();
    one.intercept = null;
    const [sent] = await one.bank
      .sql`update bank_orders set execution_date = execution_date - 2 where payment_id = ${id} returning execution_date`;
    await later();
    await one.settle();
    expect(await orderOf(id)).toMatchObject({ state: 'ENDED', execution_date: sent?.execution_date });
  });

  it('that a new profile cannot write raises an alarm, and is sent when an operator asks for it', async () => {
    const { self, id } = await approved();
    one.intercept = async (line, act) => (line.startsWith('PUT') ? { status: 503 } : act());
    await one.settle();
    one.intercept = null;
    const setBuildingNumber = (number: string) => one.bank.sql`update payments
      set instruction = jsonb_set(instruction, '{creditorAddress}', ${one.bank.sql.json({ country: 'NO', buildingNumber: number })})
      where payment_id = ${id}`;
    await setBuildingNumber('9'.repeat(99));
    await later();
    await one.settle();
    expect(await orderOf(id)).toMatchObject({ state: 'STUCK', tries: 2 });
    expect(one.alarms).toMatchObject([{ kind: 'ORDER', fields: { why: 'UNWRITABLE' } }]);
    expect(String(one.failures.splice(0))).toContain('BldgNb');
    expect(await statusOf(self)).toBe('PDNG');
    await setBuildingNumber('9');
    await one.bank.sql`update bank_orders set state = 'WAITING' where payment_id = ${id}`;
    await later();
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
  });

  it.each([503, 202])(
    'is queried, and never sent twice, when the core accepted it with status %i',
    async (status) => {
      const { self, id } = await approved();
      one.intercept = async (line, act) => {
        const answer = await act();
        return line.startsWith('PUT') ? { status } : answer;
      };
      await one.settle();
      one.intercept = null;
      expect(puts()).toBe(1);
      expect(await orderOf(id)).toMatchObject({ tries: 1 });
      await later();
      await one.settle();
      expect(puts()).toBe(1);
      expect(await statusOf(self)).toBe('ACSC');
      expect(await settled()).toBe(1);
      expect(await moves(id)).toBe('PDNG ACSC');
    },
  );

  it('in doubt counts as sent when the core has it, whatever the body of the response', async () => {
    const { id } = await approved();
    one.intercept = async (line, act) => {
      if (line === 'GET /reports') return { status: 200, body: [] };
      const answer = await act();
      if (line.startsWith('PUT')) return { status: 202 };
      return line.startsWith('GET /orders/') ? { ...answer, body: { report: 5 } } : answer;
    };
    await one.settle();
    await later();
    await one.settle();
    expect([puts(), (await orderOf(id))?.state]).toEqual([1, 'SENT']);
  });

  it('stays ended when it ends before its sender gets the receipt', async () => {
    const { self, id } = await approved();
    const other = one.bank.replica();
    one.intercept = async (line, act) => {
      const answer = await act();
      if (line.startsWith('PUT')) await other.app.runner.tick();
      return answer;
    };
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(await orderOf(id)).toMatchObject({ state: 'ENDED' });
  });

  it('is sent again, and not rejected, when the core never received it', async () => {
    const { self, id } = await approved();
    one.intercept = async (line, act) => (line.startsWith('PUT') ? { status: 503 } : act());
    await one.settle();
    expect(await orderOf(id)).toMatchObject({ state: 'WAITING', tries: 1 });
    expect(await statusOf(self)).toBe('PDNG');
    one.intercept = null;
    await later();
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(one.arrived.filter((line) => line.startsWith('GET /orders/'))).toHaveLength(1);
  });

  it('is sent by another process after the lease of a killed sender', async () => {
    const { self } = await approved();
    await one.bank.sql`update bank_orders set tries = 1 where state = 'WAITING'`;
    await later();
    await one.bank.replica().app.runner.tick();
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
  });

  it.each([
    ['the account is closed', 'the account is closed'],
    // The database cannot store these characters.
    ['no\0 such\ud800 account', 'no such\ufffd account'],
  ])(
    'that the core refuses with the words %j is rejected at once, with %j in the history',
    async (text, reason) => {
      const { self, id } = await approved();
      const refusal = { status: 422, body: { faults: [{ code: 'FORMAT_ERROR', text }] } };
      one.intercept = async (line, act) => (line.startsWith('PUT') ? refusal : act());
      await one.settle();
      expect(await statusOf(self)).toBe('RJCT');
      const [row] = await one.bank
        .sql`select reason from payment_status_changes where payment_id = ${id} and to_status = 'RJCT'`;
      expect(row?.reason).toContain(reason);
    },
  );

  it.each([
    ['without faults', 'closed'],
    ['that is too large to read', 'x'.repeat(1_100_000)],
  ])(
    'is refused by a 422 %s, because the status says that the core never carries it out',
    async (_, detail) => {
      const { self } = await approved();
      const refusal = { status: 422, body: { detail } };
      one.intercept = async (line, act) => (line.startsWith('PUT') ? refusal : act());
      await one.settle();
      expect(await statusOf(self)).toBe('RJCT');
    },
  );

  it('raises an alarm when the core has another order under its id, whatever the body, and its payment waits', async () => {
    const { self, id } = await approved();
    const conflict = { status: 409, body: 'x'.repeat(1_100_000) };
    one.intercept = async (line, act) => (line.startsWith('PUT') ? conflict : act());
    await one.settle();
    expect(await orderOf(id)).toMatchObject({ state: 'STUCK' });
    expect(one.alarms).toMatchObject([{ kind: 'ORDER' }]);
    expect(await statusOf(self)).toBe('PDNG');
    one.intercept = null;
    const [statement = ''] = blocks('docs/core.md', 'sql');
    const [order] = await one.bank.sql`select order_id from bank_orders where payment_id = ${id}`;
    await one.bank.sql.unsafe(statement.replace(/(?<=order_id = ')\w+/, order?.order_id));
    await later();
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
  });

  it('is a span of a trace; waiting for reports is not', async () => {
    await approved();
    spans.length = 0;
    await one.settle();
    expect(spans).toEqual(['PUT /orders/{orderId} 201']);
  });

  it('is counted in the metrics as long as it is stopped', async () => {
    const stopped = () => metricsOf(one, /^psd2_core_orders_stopped (.*)$/gm);
    const { id } = await approved();
    one.intercept = async (line, act) => (line.startsWith('PUT') ? { status: 409 } : act());
    await one.settle();
    expect(await stopped()).toEqual([1]);
    one.intercept = null;
    await one.bank.sql`update bank_orders set state = 'WAITING' where payment_id = ${id}`;
    await later();
    await one.settle();
    expect(await stopped()).toEqual([0]);
  });

  it('is counted in the metrics if the core has accepted it, but has not reported its end long after its day', async () => {
    const unreported = () => metricsOf(one, /^psd2_core_orders_unreported (.*)$/gm);
    const { id } = await approved();
    await one.bank.sql`update bank_orders set state = 'SENT' where payment_id = ${id}`;
    expect(await unreported()).toEqual([0]);
    await one.bank.sql`update bank_orders set execution_date = execution_date - 8 where payment_id = ${id}`;
    expect(await unreported()).toEqual([1]);
    await one.bank.sql`update bank_orders set state = 'WAITING' where payment_id = ${id}`;
    await one.settle();
    expect(await unreported()).toEqual([0]);
  });

  it('is counted in the metrics while it waits', async () => {
    const waiting = () => metricsOf(one, /^psd2_core_orders_waiting(?:_seconds)? (.*)$/gm);
    const { id } = await approved();
    await one.bank
      .sql`update bank_orders set created_at = created_at - interval '1 hour' where payment_id = ${id}`;
    const [count, seconds] = await waiting();
    expect(count).toBe(1);
    expect(seconds).toBeGreaterThan(3_500);
    await one.settle();
    expect(await waiting()).toEqual([0, 0]);
  });

  it('is taken by only one of two senders', async () => {
    for (let count = 0; count < 5; count += 1) await approved();
    const other = one.bank.replica();
    await Promise.all([one.settle(), other.app.runner.tick(), other.app.runner.tick()]);
    expect(puts()).toBe(5);
    expect(await settled()).toBe(5);
  });

  it('is repeated after pauses that grow from a second to five minutes', () => {
    expect([0, 900, 2_000, 299_000, 900_000].map(retryPauseMs)).toEqual([
      1_000, 1_000, 2_000, 299_000, 300_000,
    ]);
  });
});

describe('a cancellation of an order that waits for the core', () => {
  async function cancelledWhileAway(): Promise<Approved> {
    const payment = await approved();
    one.intercept = async () => ({ status: 503 });
    await one.settle();
    one.intercept = null;
    await cancelled(payment.self);
    return payment;
  }
  const states = async (id: string) => (await ordersOf(id)).map(({ kind, state }) => `${kind} ${state}`);
  const settleBoth = async () => {
    for (let order = 0; order < 2; order += 1) {
      await later();
      await one.settle();
    }
  };

  it('survives a second one that ends after too many wrong codes', async () => {
    const { self, id } = await cancelledWhileAway();
    const { json } = await one.tpp.rest('POST', `${self}/cancellation-authorisations`, {
      headers: psuHeaders,
    });
    await one.bank.sql`update authorisations set wrong_attempts = 5, wrong_codes = 5
      where payment_id = ${id} and ended_at is not null`;
    await one.bank.sql`update authorisations set wrong_attempts = 4, wrong_codes = 4
      where authorisation_id = ${json.authorisationId}`;
    const psu = new Visitor(one.bank, json._links.scaRedirect.href);
    const { code } = await psu.logIn();
    expect((await psu.approve(wrongCode(code))).location).toContain('fifteen');
    expect(await states(id)).toEqual(['CREDIT_TRANSFER WAITING', 'CANCELLATION WAITING']);
  });

  it('that the core refuses says so in the history of a payment that goes on, and adds nothing after its end', async () => {
    const reasonsOf = async (id: string) =>
      (
        await one.bank
          .sql`select reason from payment_status_changes where payment_id = ${id} order by sequence`
      ).map(({ reason }) => reason);
    const refusal = { status: 422, body: { faults: [{ code: 'FORMAT_ERROR', text: 'no' }] } };
    const going = await cancelledWhileAway();
    const [, request] = await ordersOf(going.id);
    one.intercept = async (line, act) => {
      if (line === `PUT /orders/${request?.order_id}`) return refusal;
      return line === 'GET /reports' ? { status: 200, body: [] } : act();
    };
    await settleBoth();
    expect((await reasonsOf(going.id)).at(-1)).toBe('the bank did not cancel the payment: FORMAT_ERROR: no');
    const ended = await cancelledWhileAway();
    const [, lateRequest] = await ordersOf(ended.id);
    one.intercept = async (line, act) => (line === `PUT /orders/${lateRequest?.order_id}` ? refusal : act());
    await later();
    await one.bank
      .sql`update bank_orders set send_at = send_at + interval '2 hours' where kind = 'CANCELLATION'`;
    await one.settle();
    expect(await statusOf(ended.self)).toBe('ACSC');
    await settleBoth();
    expect(await states(ended.id)).toEqual(['CREDIT_TRANSFER ENDED', 'CANCELLATION REFUSED']);
    expect(await moves(ended.id)).toBe('PDNG ACSC');
  });

  it('is not sent if the core refuses the order', async () => {
    const { id } = await cancelledWhileAway();
    const [order] = await ordersOf(id);
    const refusal = { status: 422, body: { faults: [{ code: 'FORMAT_ERROR', text: 'no' }] } };
    one.intercept = async (line, act) => (line.startsWith('PUT') ? refusal : act());
    one.arrived.length = 0;
    await settleBoth();
    expect(await states(id)).toEqual(['CREDIT_TRANSFER REFUSED', 'CANCELLATION WITHDRAWN']);
    expect(one.arrived.filter((line) => line.startsWith('PUT'))).toEqual([`PUT /orders/${order?.order_id}`]);
    expect(await moves(id)).toBe('PDNG RJCT');
  });
});

describe('an order that the core has certainly not received', () => {
  const failOnce = async () => {
    one.intercept = async (line, act) => (line.startsWith('PUT') ? { status: 429 } : act());
    await one.settle();
    one.intercept = null;
    one.arrived.length = 0;
  };

  it('is withdrawn by a cancellation', async () => {
    const { self, id } = await approved();
    await failOnce();
    await cancelled(self);
    expect(await statusOf(self)).toBe('CANC');
    await later();
    await one.settle();
    expect([puts(), (await orderOf(id))?.state]).toEqual([0, 'WITHDRAWN']);
  });

  it('is withdrawn, and an earlier cancellation with it, by a second cancellation', async () => {
    const { self, id } = await approved();
    await one.bank.sql`update bank_orders set tries = 1 where payment_id = ${id}`;
    await cancelled(self);
    expect(await statusOf(self)).toBe('PDNG');
    await one.bank.sql`update bank_orders set tries = 0 where payment_id = ${id}`;
    await failOnce();
    await cancelled(self);
    expect(await statusOf(self)).toBe('CANC');
    await later();
    await one.settle();
    expect((await ordersOf(id)).map(({ state }) => state)).toEqual(['WITHDRAWN', 'WITHDRAWN']);
    expect(puts()).toBe(0);
  });

  it('is sent again without a question', async () => {
    const { self } = await approved();
    await failOnce();
    await later();
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(one.arrived.filter((line) => line.startsWith('GET /orders/'))).toEqual([]);
  });
});

describe('an execution of a standing order that the PSU has cancelled', () => {
  async function cancelledAfterPut(
    answer: (act: () => Promise<CoreReply>) => Promise<CoreReply>,
  ): Promise<Approved> {
    const payment = await approvedStanding(todayInOslo(one.bank.time.now + 3 * 86_400_000));
    await setClock(5 * 86_400_000);
    one.intercept = async (line, act) => {
      if (line === 'GET /reports') return { status: 200, body: [] };
      return line.startsWith('PUT') ? answer(act) : act();
    };
    await one.settle();
    await setClock(0);
    expect(await orderOf(payment.id)).toMatchObject({ state: 'WAITING', tries: 1 });
    await cancelled(payment.self);
    expect(await statusOf(payment.self)).toBe('CANC');
    one.intercept = null;
    one.arrived.length = 0;
    await later();
    await one.bank.app.runner.tick();
    return payment;
  }
  const stateOf = async ({ id }: Approved) => (await orderOf(id))?.state;

  it('is not sent again if the core does not have it', async () => {
    const payment = await cancelledAfterPut(async () => ({ status: 503 }));
    expect([puts(), await stateOf(payment)]).toEqual([0, 'WITHDRAWN']);
  });

  it('counts as sent if the core has it', async () => {
    const payment = await cancelledAfterPut(async (act) => ({ ...(await act()), status: 503 }));
    expect([puts(), await stateOf(payment)]).toEqual([0, 'SENT']);
  });
});

it('a standing order ends by the statement of docs/core.md, though its TPP has left', async () => {
  const { self, id } = await approvedStanding(todayInOslo(one.bank.time.now + 3 * 86_400_000));
  const [, statement = ''] = blocks('docs/core.md', 'sql');
  const ofPayment = statement
    .replace(/(?<=tpp_id = ')[^']+/, 'PSDNO-FSA-TEST1')
    .replace(/(?<=payment_id = ')[^']+/, id);
  await one.bank.sql.unsafe(ofPayment);
  expect([await statusOf(self), await moves(id)]).toEqual(['CANC', 'ACCP CANC']);
  await setClock(5 * 86_400_000);
  await one.settle();
  await setClock(0);
  expect(await ordersOf(id)).toEqual([]);
  expect(await one.bank.sql`select from bank_queue where payment_id = ${id}`).toEqual([]);
});

describe('an order that a restored database has forgotten', () => {
  it('has the same id when it is made again, so that the core does not get a second one', async () => {
    const { id } = await approvedStanding(todayInOslo(one.bank.time.now + 3 * 86_400_000));
    const { sql } = one.bank;
    const [queued] = await sql`select * from bank_queue where payment_id = ${id}`;
    await setClock(5 * 86_400_000);
    await one.settle();
    const sent = await orderOf(id);
    await sql`delete from bank_orders where payment_id = ${id}`;
    await sql`update bank_queue set ${sql(queued ?? {})} where payment_id = ${id}`;
    one.bank.time.now += 1_000;
    await one.settle();
    await setClock(0);
    expect(await orderOf(id)).toMatchObject({ order_id: sent?.order_id, state: 'STUCK' });
    await sql`update bank_orders set state = 'WAITING' where payment_id = ${id}`;
    one.arrived.length = 0;
    await later();
    await one.settle();
    expect([puts(), (await orderOf(id))?.state]).toEqual([0, 'SENT']);
  });
});

describe('a report', () => {
  it('is applied once, though it comes twice or after the end', async () => {
    const { self, id } = await approved();
    await one.settle();
    await one.bank.sql`update report_cursor set cursor = null`;
    await one.settle();
    expect(await moves(id)).toBe('PDNG ACSC');
    await one.bank.sql`delete from order_reports`;
    await one.bank.sql`update report_cursor set cursor = null`;
    await one.settle();
    expect(await moves(id)).toBe('PDNG ACSC');
    expect(await statusOf(self)).toBe('ACSC');
  });

  it.each([
    ['no XML', 'hello'],
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><Document>&a;</Document>'],
    ['a text with NUL', '<Document>\0</Document>'],
    ['another namespace', '<Document xmlns="urn:x"><a/></Document>'],
  ])('that is %s is set aside, and the next ones go on', async (_, document) => {
    const { self } = await approved();
    one.intercept = async (line, act) => {
      const answer = await act();
      if (line !== 'GET /reports' || !Array.isArray(answer.body)) return answer;
      return { status: 200, body: [{ cursor: '0.0', document }, ...answer.body] };
    };
    await one.settle();
    one.intercept = null;
    expect(await statusOf(self)).toBe('ACSC');
    expect(await one.bank.count('stray_reports')).toBeGreaterThan(0);
    expect(one.alarms.map(({ kind }) => kind)).toContain('REPORT');
  });

  it('that cannot be applied is set aside and counted, and the next ones go on', async () => {
    const bad = await approved();
    const good = await approved();
    await one.bank.sql.unsafe(failsFor(bad.id, '23514'));
    await one.settle();
    await one.bank.sql.unsafe(noFailure);
    expect(await statusOf(good.self)).toBe('ACSC');
    expect(await statusOf(bad.self)).toBe('PDNG');
    const rows = await one.bank.sql`select why, document from stray_reports`;
    expect(rows.map(({ why }) => why)).toEqual(['NOT_APPLIED']);
    expect(rows[0]?.document).toContain((await orderOf(bad.id))?.order_id);
    expect(one.client.figures().alarms.REPORT).toBeGreaterThan(0);
    const failures = one.failures.splice(0);
    expect(failures, String(failures)).toHaveLength(1);
  });

  it('about several orders is applied to each that it can be, and set aside once for each reason', async () => {
    const bad = await approved();
    const good = await approved();
    const [badId, goodId] = await Promise.all(
      [bad, good].map(async ({ id }) => (await orderOf(id))?.order_id as string),
    );
    const settledBlock = (id: unknown) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><PmtInfSts>ACSC</PmtInfSts></OrgnlPmtInfAndSts>`;
    const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>SEVERAL</MsgId><CreDtTm>2030-01-02T03:04:05Z</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${badId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
      ${['unknown', badId, goodId].map(settledBlock).join('')}</CstmrPmtStsRpt></Document>`;
    one.intercept = async (line, act) =>
      line === 'GET /reports' ? { status: 200, body: [{ cursor: '0.0', document }] } : act();
    await one.bank.sql.unsafe(failsFor(bad.id, '23514'));
    await one.bank.app.runner.tick();
    await one.bank.sql.unsafe(noFailure);
    expect([await statusOf(bad.self), await statusOf(good.self)]).toEqual(['PDNG', 'ACSC']);
    const rows = await one.bank.sql`select why from stray_reports order by sequence`;
    expect(rows.map(({ why }) => why)).toEqual(['UNKNOWN_ORDER', 'NOT_APPLIED']);
    expect(one.alarms.map(({ fields }) => fields.why)).toEqual(['UNKNOWN_ORDER', 'NOT_APPLIED']);
    expect(one.failures.splice(0)).toHaveLength(1);
  });

  it('is read again when the database fails during it', async () => {
    const { self, id } = await approved();
    await one.bank.sql.unsafe(failsFor(id, '53100'));
    await expect(one.settle()).rejects.toThrow();
    expect(await statusOf(self)).toBe('PDNG');
    await one.bank.sql.unsafe(noFailure);
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(await one.bank.count('stray_reports')).toBe(0);
  });

  it('that may echo a resent order asks the core until it answers', async () => {
    const { self, id } = await approved();
    const { order_id: orderId } = (await orderOf(id)) ?? {};
    const echo = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>ECHO</MsgId><CreDtTm>2030-01-02T03:04:05Z</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${orderId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
      <GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
    let isAway = true;
    one.intercept = async (line, act) => {
      if (line === 'GET /reports') return { status: 200, body: [{ cursor: '0.0', document: echo }] };
      return isAway && line.startsWith('GET /orders/') ? { status: 503 } : act();
    };
    await one.settle();
    expect(await statusOf(self)).toBe('PDNG');
    isAway = false;
    await one.settle();
    expect(await statusOf(self)).toBe('ACSC');
    expect(await moves(id)).toBe('PDNG ACSC');
  });

  it('about an unknown order is set aside', async () => {
    const { id } = await approved();
    await one.settle();
    await one.bank.sql`delete from bank_orders where payment_id = ${id}`;
    await one.bank.sql`update report_cursor set cursor = null`;
    await one.settle();
    const [row] = await one.bank.sql`select why from stray_reports`;
    expect(row?.why).toBe('UNKNOWN_ORDER');
  });

  it('is one of at most a thousand that are set aside', async () => {
    await one.bank.sql`insert into stray_reports (why, detail, document)
      select 'NOT_XML', '', '' from generate_series(1, 1500)`;
    one.intercept = async (line, act) =>
      line === 'GET /reports' ? { status: 200, body: [{ cursor: '0.0', document: 'x' }] } : act();
    await one.bank.app.runner.tick();
    expect(await one.bank.count('stray_reports')).toBe(1_000);
  });

  it('shares 100 MiB with the others that are set aside: the newest stay', async () => {
    await one.bank.sql`insert into stray_reports (why, detail, document)
      select 'NOT_XML', n::text, repeat('x', 5 * 1024 * 1024) from generate_series(1, 25) as n`;
    one.intercept = async (line, act) =>
      line === 'GET /reports' ? { status: 200, body: [{ cursor: '0.0', document: 'x' }] } : act();
    await one.bank.app.runner.tick();
    const rows = await one.bank.sql`select detail from stray_reports order by sequence`;
    expect(rows.slice(0, -1).map(({ detail }) => Number(detail))).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 7),
    );
  });
});

describe('a core that is away', () => {
  it('leaves the page to its PSU: it says that the bank cannot be reached, and the link stays valid', async () => {
    const made = await one.tpp.rest('POST', path, { body: instantDomestic.example, headers: psuHeaders });
    const psu = new Visitor(one.bank, made.json._links.scaRedirect.href);
    await psu.open();
    one.intercept = async () => ({ status: 503 });
    expect((await psu.identify(privateCustomer)).status).toBe(503);
    one.intercept = null;
    expect((await psu.identify(privateCustomer)).status).toBe(303);
  });
});
