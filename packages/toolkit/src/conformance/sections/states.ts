import { isDeepStrictEqual } from 'node:util';
import { bodyOf } from '../../play/bodies.ts';
import type { PaymentKind } from '../../play/outlines.ts';
import { at } from '../../record.ts';
import { decide, expectStatusOf, expectStatusSoon, payFrom } from '../approval.ts';
import { approvalCheck, check, section } from '../check.ts';
import { expectThat, linkIn, textIn } from '../expect.ts';
import { psuHeaders } from '../probe.ts';

const approval = (kind: PaymentKind, status: string) =>
  approvalCheck(`${kind}: ${status} after its approval`, async (probe, payer) => {
    const payment = await payFrom(probe, payer, kind);
    await decide(probe, payer, payment, 'APPROVE');
    await expectStatusSoon(probe, payment, status);
  });

export const states = section('3', 'States and transitions', [
  check('a created payment has the status RCVD', async (probe) => {
    for (const kind of ['instant', 'domestic', 'periodic', 'bulk'] as const) {
      const payment = await probe.pay(201, kind);
      const status = at(payment.json, 'transactionStatus');
      expectThat(status === 'RCVD', `${kind}: ${status}`);
      await expectStatusOf(probe, payment, 'RCVD');
    }
  }),
  check('a payment that is cancelled before its approval is CANC, and final', async (probe) => {
    const payment = await probe.pay(201, 'domestic');
    await probe.ask(204, 'DELETE', linkIn(payment, 'self'));
    await expectStatusOf(probe, payment, 'CANC');
    await probe.ask('409 CONFLICT', 'DELETE', linkIn(payment, 'self'));
  }),
  check('the details have the fields as they were sent', async (probe) => {
    const body = bodyOf('instant', { creditorName: 'Åse Ørn' });
    const payment = await probe.pay(201, 'instant', {}, { body });
    const { json } = await probe.ask(200, 'GET', linkIn(payment, 'self'));
    for (const [name, value] of Object.entries({ ...body, paymentId: textIn(payment, 'paymentId') }))
      expectThat(isDeepStrictEqual(at(json, name), value), `the response has another ${name}`);
  }),
  approval('instant', 'ACSC'),
  approval('domestic', 'PDNG'),
  approval('periodic', 'ACCP'),
  approval('bulk', 'PDNG'),
  approvalCheck('a rejected payment is RJCT, and cannot be approved any more', async (probe, payer) => {
    const payment = await payFrom(probe, payer, 'instant');
    await decide(probe, payer, payment, 'REJECT');
    await expectStatusOf(probe, payment, 'RJCT');
    const headers = psuHeaders();
    await probe.ask('409 CONFLICT', 'POST', linkIn(payment, 'startAuthorisation'), { headers });
  }),
  approvalCheck('an approved payment is cancelled by an authorisation', async (probe, payer) => {
    const payment = await payFrom(probe, payer, 'domestic');
    await decide(probe, payer, payment, 'APPROVE');
    const cancelled = await probe.ask(202, 'DELETE', linkIn(payment, 'self'));
    await decide(probe, payer, cancelled, 'APPROVE');
    await expectStatusSoon(probe, payment, 'CANC');
  }),
  approvalCheck(
    'the status of a basket follows from its payments, and one approval covers them all',
    async (probe, payer) => {
      const headers = psuHeaders();
      const domestic = await payFrom(probe, payer, 'domestic', headers);
      const instant = await payFrom(probe, payer, 'instant', headers);
      const body = { paymentIds: [textIn(domestic, 'paymentId'), textIn(instant, 'paymentId')] };
      const basket = await probe.ask(201, 'POST', '/v1/signing-baskets', { headers, body });
      await expectStatusOf(probe, basket, 'RCVD');
      await decide(probe, payer, basket, 'APPROVE');
      await expectStatusOf(probe, basket, 'ACTC');
      await expectStatusOf(probe, domestic, 'PDNG');
      await expectStatusSoon(probe, instant, 'ACSC');
    },
  ),
]);
