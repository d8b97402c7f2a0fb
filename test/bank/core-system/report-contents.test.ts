import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { instructionIdOf } from '../../../src/bank/core/iso20022/entry-ids.ts';
import { paymentsOf } from './support/approved.ts';
import { shareBankWithCore } from './support/bank-with-core.ts';

const one = shareBankWithCore();
const { approvedBulk, approvedSepa, approvedStanding, cancelled, statusOf, setClock, ordersOf } =
  paymentsOf(one);

/** The core accepts every order, and reports nothing. */
function acceptSilently(): void {
  one.intercept = async (line, act) => {
    if (line === 'GET /reports') return { status: 200, body: [] };
    return line.startsWith('PUT') ? { status: 201 } : act();
  };
}

async function requested(entries: number) {
  const { self, id } = await approvedBulk(entries);
  await one.bank.app.runner.tick();
  await cancelled(self);
  acceptSilently();
  await one.bank.app.runner.tick();
  const [order, request] = await ordersOf(id);
  return { self, id, orderId: order?.order_id as string, requestId: request?.order_id as string };
}

let last = 0;
interface Reported {
  readonly of: string;
  readonly message: string;
  readonly group?: string;
  readonly blocks?: string;
}
function reportOf({ of, message, group = '', blocks = '' }: Reported): string {
  last += 1;
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>R${last}</MsgId><CreDtTm>2030-01-02T03:04:05Z</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${of}</OrgnlMsgId><OrgnlMsgNmId>${message}</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>
    ${blocks}</CstmrPmtStsRpt></Document>`;
}
async function report(...all: readonly Reported[]): Promise<void> {
  const items = all.map((reported) => ({ cursor: '0.0', document: reportOf(reported) }));
  const before = one.intercept;
  one.intercept = async (line, act, query) => {
    if (line === 'GET /reports') return { status: 200, body: items };
    return before === null ? act() : before(line, act, query);
  };
  await one.bank.app.runner.tick();
  one.intercept = before;
}
const statusAndReason = (status: string, reason: string) =>
  `<GrpSts>${status}</GrpSts><StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
const reasons = async (id: string) => {
  const rows = await one.bank.sql`select reason from payment_status_changes
    where payment_id = ${id} and from_status = to_status order by sequence`;
  return rows.map(({ reason }) => reason);
};
const entriesOf = async (id: string) => {
  const rows = await one.bank
    .sql`select status from payment_entries where payment_id = ${id} order by position`;
  return rows.map(({ status }) => status);
};

describe('a pain.002 about a SEPA payment', () => {
  it('ends it by the UETR of the bank when the order was sent without one', async () => {
    const { self, id } = await approvedSepa();
    await one.bank.app.runner.tick();
    const [order] = await ordersOf(id);
    expect(order?.state).toBe('SENT');
    const entry = `<TxInfAndSts><OrgnlUETR>${randomUUID()}</OrgnlUETR><TxSts>ACSC</TxSts></TxInfAndSts>`;
    const of = order?.order_id as string;
    await report({
      of,
      message: 'pain.001.001.09',
      blocks: `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${of}</OrgnlPmtInfId>${entry}</OrgnlPmtInfAndSts>`,
    });
    expect(await statusOf(self)).toBe('ACSC');
    expect(one.alarms).toEqual([]);
  });
});

describe('a pain.002 that rejects the request to cancel', () => {
  it.each([
    ['by its id and kind', 'camt.055.001.08', true],
    ['by its id, whatever kind it names', 'pain.001.001.09', true],
    ['by its kind, and the id of the order', 'camt.055.001.08', false],
  ])('%s, leaves the payment as it was, with its reason in the history', async (_, message, byItsId) => {
    for (const entries of [1, 2]) {
      const { self, id, orderId, requestId } = await requested(entries);
      const group = statusAndReason('RJCT', 'LEGL');
      await report({ of: byItsId ? requestId : orderId, message, group });
      expect(await statusOf(self)).toBe('PDNG');
      expect(await reasons(id)).toEqual(['the bank did not cancel the payment: for legal reasons (LEGL)']);
      const states = (await ordersOf(id)).map(({ state }) => state);
      expect(states).toEqual(['SENT', byItsId ? 'ENDED' : 'SENT']);
      await report({ of: orderId, message: 'pain.001.001.09', group: '<GrpSts>ACSC</GrpSts>' });
      expect(await statusOf(self)).toBe('ACSC');
      expect(one.alarms).toEqual([]);
    }
  });
});

describe('a pain.002 about the request to cancel', () => {
  it('that confirms receipt changes nothing yet', async () => {
    const { self, id, requestId } = await requested(1);
    await report({ of: requestId, message: 'camt.055.001.08', group: '<GrpSts>ACTC</GrpSts>' });
    expect(await statusOf(self)).toBe('PDNG');
    expect((await ordersOf(id)).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
  });

  it('that confirms the cancellation ends the payment and both orders', async () => {
    const { self, id, requestId } = await requested(2);
    await report({ of: requestId, message: 'camt.055.001.08', group: '<GrpSts>CANC</GrpSts>' });
    expect(await statusOf(self)).toBe('CANC');
    expect((await ordersOf(id)).map(({ state }) => state)).toEqual(['ENDED', 'ENDED']);
  });

  it('that calls it a duplicate is not a refusal: the core is asked', async () => {
    const { self, id, requestId } = await requested(1);
    one.arrived.length = 0;
    await report({ of: requestId, message: 'camt.055.001.08', group: statusAndReason('RJCT', 'DU01') });
    expect(await statusOf(self)).toBe('PDNG');
    expect(await reasons(id)).toEqual([]);
    expect((await ordersOf(id)).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    expect(one.arrived).toContain(`GET /orders/${requestId}`);
  });

  it('that has the id of an earlier report is applied, unless it says the same', async () => {
    const { id, requestId } = await requested(1);
    const message = 'camt.055.001.08';
    await report({ of: requestId, message, group: '<GrpSts>ACTC</GrpSts>' });
    for (let times = 0; times < 2; times += 1) {
      last -= 1;
      await report({ of: requestId, message, group: statusAndReason('RJCT', 'LEGL') });
    }
    expect(await reasons(id)).toEqual([
      'the bank has not decided on the cancellation',
      'the bank did not cancel the payment: for legal reasons (LEGL)',
    ]);
  });

  it('that says it was carried out moves nothing, and raises an alarm', async () => {
    const { self, requestId } = await requested(1);
    await report({ of: requestId, message: 'camt.055.001.08', group: '<GrpSts>ACSC</GrpSts>' });
    expect(await statusOf(self)).toBe('PDNG');
    expect(one.alarms).toMatchObject([{ kind: 'REPORT', fields: { why: 'the unknown answer ACSC' } }]);
  });

  it('names entries by the ids of the cancelled order', async () => {
    const { self, id, orderId, requestId } = await requested(2);
    const blocks = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><TxInfAndSts>
      <OrgnlInstrId>${instructionIdOf(orderId, 1)}</OrgnlInstrId><TxSts>CANC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>`;
    await report({ of: requestId, message: 'camt.055.001.08', group: '<GrpSts>PART</GrpSts>', blocks });
    expect(await entriesOf(id)).toEqual(['CANC']);
    expect(await statusOf(self)).toBe('PDNG');
    expect(one.alarms).toEqual([]);
  });
});

describe('a pain.002 about the entries of a request to cancel', () => {
  const blocks = (orderId: string, first: string, second: string) => {
    const entries = [first, second].map(
      (status, index) =>
        `<TxInfAndSts><OrgnlInstrId>${instructionIdOf(orderId, index)}</OrgnlInstrId><TxSts>${status}</TxSts></TxInfAndSts>`,
    );
    return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${entries.join('')}</OrgnlPmtInfAndSts>`;
  };
  const message = 'camt.055.001.08';
  const lastReason = async (id: string) => {
    const [row] = await one.bank.sql`select reason from payment_status_changes
      where payment_id = ${id} order by sequence desc limit 1`;
    return row?.reason;
  };

  it('writes into the history what the bank did', async () => {
    for (const [second, status, reason] of [
      ['CANC', 'CANC', 'cancelled by the bank'],
      ['RJCT', 'PDNG', 'the bank cancelled some entries'],
    ] as const) {
      const { self, id, orderId, requestId } = await requested(2);
      await report({ of: requestId, message, blocks: blocks(orderId, 'CANC', second) });
      expect(await statusOf(self)).toBe(status);
      expect(await lastReason(id)).toBe(reason);
    }
  });

  it('keeps the request open while the bank has not decided', async () => {
    const { id, orderId, requestId } = await requested(2);
    await report({ of: requestId, message, blocks: blocks(orderId, 'PDNG', 'PDNG') });
    expect(await lastReason(id)).toBe('the bank has not decided on the cancellation');
    expect((await ordersOf(id)).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
  });
});

describe('a pain.002 with several payment informations', () => {
  const block = (id: string, status: string, inside = '') =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><PmtInfSts>${status}</PmtInfSts>${inside}</OrgnlPmtInfAndSts>`;
  const entry = (orderId: string, index: number) =>
    `<TxInfAndSts><OrgnlInstrId>${instructionIdOf(orderId, index)}</OrgnlInstrId></TxInfAndSts>`;
  const message = 'pain.001.001.09';
  async function sent(entries: number) {
    const { self, id } = await approvedBulk(entries);
    await one.bank.app.runner.tick();
    const [order] = await ordersOf(id);
    return { self, id, orderId: order?.order_id as string };
  }

  it('about one order applies each to the entries that it names', async () => {
    const { self, id, orderId } = await sent(3);
    const settled = block('SALARY-2030-01', 'ACSC', entry(orderId, 0) + entry(orderId, 2));
    const rejected = block('SALARY-2030-01', 'RJCT', entry(orderId, 1));
    await report({ of: orderId, message, blocks: settled + rejected });
    expect(await entriesOf(id)).toEqual(['ACSC', 'RJCT', 'ACSC']);
    expect(await statusOf(self)).toBe('PART');
  });

  it('about two orders applies each to its own order', async () => {
    const first = await sent(1);
    const second = await sent(2);
    const blocks = block(second.orderId, 'RJCT') + block('SALARY-2030-01', 'ACSC');
    await report({ of: first.orderId, message, blocks });
    expect(await statusOf(first.self)).toBe('ACSC');
    expect(await statusOf(second.self)).toBe('RJCT');
  });

  it('applies each to its own order also if the message id is of no order', async () => {
    const first = await sent(1);
    const second = await sent(2);
    const blocks = block(first.orderId, 'ACSC') + block(second.orderId, 'RJCT');
    await report({ of: 'NOTPROVIDED', message, blocks });
    expect(await statusOf(first.self)).toBe('ACSC');
    expect(await statusOf(second.self)).toBe('RJCT');
    expect(one.alarms).toEqual([]);
  });

  it('sets aside the one about an unknown order, and applies the others', async () => {
    const { self, orderId } = await sent(1);
    await report({ of: orderId, message, blocks: block('OTHER', 'RJCT') + block('SALARY-2030-01', 'ACSC') });
    expect(await statusOf(self)).toBe('ACSC');
    expect(one.alarms).toMatchObject([{ kind: 'REPORT', fields: { why: 'UNKNOWN_ORDER' } }]);
  });

  it('that contradicts itself moves nothing, and raises an alarm', async () => {
    for (const entries of [1, 2]) {
      const { self, orderId } = await sent(entries);
      one.alarms.length = 0;
      await report({ of: orderId, message, blocks: block('A', 'ACSC') + block('A', 'RJCT') });
      expect(await statusOf(self)).toBe('PDNG');
      expect(one.alarms).toMatchObject([{ fields: { why: 'the unknown status ACSC/RJCT' } }]);
    }
  });
});

describe('a pain.002 that calls an order a duplicate', () => {
  const duplicate = '<StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf>';
  const block = (inside: string) =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`;
  const entry = (of: string, index: number) =>
    `<TxInfAndSts><OrgnlInstrId>${instructionIdOf(of, index)}</OrgnlInstrId><TxSts>RJCT</TxSts>${duplicate}</TxInfAndSts>`;

  it.each<readonly [string, string, (of: string) => string]>([
    ['with a payment information', duplicate, () => block('<PmtInfSts>RJCT</PmtInfSts>')],
    ['in all its entries', '', (of) => block(entry(of, 0) + entry(of, 1))],
    ['after another reason', `<StsRsnInf><Rsn><Cd>NARR</Cd></Rsn></StsRsnInf>${duplicate}`, () => ''],
  ])('%s asks the core, and rejects nothing', async (_, reason, blocks) => {
    const { self, id } = await approvedBulk(2);
    await one.bank.app.runner.tick();
    const [order] = await ordersOf(id);
    const of = order?.order_id as string;
    one.arrived.length = 0;
    const group = `<GrpSts>RJCT</GrpSts>${reason}`;
    await report({ of, message: 'pain.001.001.09', group, blocks: blocks(of) });
    expect(one.arrived).toContain(`GET /orders/${of}`);
    expect(await statusOf(self)).not.toBe('RJCT');
    expect(one.alarms).toEqual([]);
  });
});

describe('a pain.002 about an execution of a standing order that has ended', () => {
  const day = 86_400_000;
  afterEach(() => setClock(0));
  async function sentExecution(clockMs: number) {
    const startDate = new Date(one.bank.time.now + 3 * day).toISOString().slice(0, 10);
    const { self, id } = await approvedStanding(startDate);
    acceptSilently();
    await setClock(clockMs);
    await one.bank.app.runner.tick();
    await one.bank.app.runner.tick();
    return { self, id, of: (await ordersOf(id))[0]?.order_id as string };
  }

  it.each([
    ['ACSC', 'RJCT', 'EXECUTED'],
    ['RJCT', 'ACSC', 'LEFT_OUT'],
  ])('as %s changes nothing, and raises an alarm only if it is %s', async (first, second, outcome) => {
    const { id, of } = await sentExecution(6 * day);
    const message = 'pain.001.001.09';
    for (const status of [first, first]) await report({ of, message, group: `<GrpSts>${status}</GrpSts>` });
    expect(one.alarms).toEqual([]);
    await report({ of, message, group: statusAndReason(second, 'AM04') });
    expect(one.alarms).toMatchObject([{ kind: 'REPORT', fields: { why: `${second} after ${first}` } }]);
    const executions = await one.bank.sql`select outcome from periodic_executions where payment_id = ${id}`;
    expect(executions.map((execution) => execution.outcome)).toEqual([outcome]);
    const [payment] = await one.bank.sql`select funds_available from payments where payment_id = ${id}`;
    expect(payment?.funds_available).toBe(first === 'ACSC' ? true : null);
  });

  it('says no longer that the funds are missing, once it is settled', async () => {
    const { self, of } = await sentExecution(4 * day);
    const funds = async () => (await one.tpp.rest('GET', `${self}/status`)).json.fundsAvailable;
    await report({ of, message: 'pain.001.001.09', group: statusAndReason('ACCP', 'AM04') });
    expect(await funds()).toBe(false);
    await report({ of, message: 'pain.001.001.09', group: '<GrpSts>ACSC</GrpSts>' });
    expect(await funds()).toBe(true);
  });
});
