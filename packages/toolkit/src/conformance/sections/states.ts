import type { PaymentKind } from '../../play/outlines.ts';
import { at } from '../../record.ts';
import { approvalCheck, check, section } from '../check.ts';
import { expectRefused, expectStatus, expectThat, linkIn, paymentIdOf } from '../expect.ts';
import { psuHeaders } from '../probe.ts';
import { decide, expectStatusOf, payFrom } from './sandbox-parts.ts';

const approval = (kind: PaymentKind, status: string) =>
  approvalCheck(`${kind}: ${status} after its approval`, async (probe, payer) => {
    const payment = expectStatus(await payFrom(probe, payer, kind), 201);
    await decide(probe, payer, payment, 'APPROVE');
    await expectStatusOf(probe, payment, status);
  });

export const stateSections = [
  section('3', 'States and transitions', [
    check('a created payment has the status RCVD', async (probe) => {
      for (const kind of ['instant', 'domestic', 'periodic', 'bulk'] as const) {
        const payment = expectStatus(await probe.pay(kind), 201);
        const status = at(payment.json, 'transactionStatus');
        expectThat(status === 'RCVD', `${kind}: ${status}`);
        await expectStatusOf(probe, payment, 'RCVD');
      }
    }),
    check('a payment that is cancelled before its approval is CANC, and final', async (probe) => {
      const payment = expectStatus(await probe.pay('domestic'), 201);
      expectStatus(await probe.ask('DELETE', linkIn(payment, 'self')), 204);
      await expectStatusOf(probe, payment, 'CANC');
      expectRefused(await probe.ask('DELETE', linkIn(payment, 'self')), 409, 'CONFLICT');
    }),
    check('the details have the fields as they were sent', async (probe) => {
      const payment = expectStatus(await probe.pay('instant', { creditorName: 'Åse Ørn' }), 201);
      const { json } = expectStatus(await probe.ask('GET', linkIn(payment, 'self')), 200);
      expectThat(at(json, 'creditorName') === 'Åse Ørn', 'the response has another creditorName');
      expectThat(at(json, 'paymentId') === paymentIdOf(payment), 'the response has another paymentId');
    }),
    approval('instant', 'ACSC'),
    approval('domestic', 'PDNG'),
    approval('periodic', 'ACCP'),
    approval('bulk', 'PDNG'),
    approvalCheck('a rejected payment is RJCT, and cannot be approved any more', async (probe, payer) => {
      const payment = expectStatus(await payFrom(probe, payer, 'instant'), 201);
      await decide(probe, payer, payment, 'REJECT');
      await expectStatusOf(probe, payment, 'RJCT');
      const again = await probe.ask('POST', linkIn(payment, 'startAuthorisation'), { headers: psuHeaders() });
      expectRefused(again, 409, 'CONFLICT');
    }),
    approvalCheck('an approved payment is cancelled by an authorisation', async (probe, payer) => {
      const payment = expectStatus(await payFrom(probe, payer, 'domestic'), 201);
      await decide(probe, payer, payment, 'APPROVE');
      const cancelled = expectStatus(await probe.ask('DELETE', linkIn(payment, 'self')), 202);
      await decide(probe, payer, cancelled, 'APPROVE');
      await expectStatusOf(probe, payment, 'CANC');
    }),
    approvalCheck(
      'the status of a basket follows from its payments, and one approval covers them all',
      async (probe, payer) => {
        const headers = psuHeaders();
        const domestic = await payFrom(probe, payer, 'domestic', headers);
        const instant = await payFrom(probe, payer, 'instant', headers);
        const body = { paymentIds: [paymentIdOf(domestic), paymentIdOf(instant)] };
        const basket = expectStatus(await probe.ask('POST', '/v1/signing-baskets', { headers, body }), 201);
        await expectStatusOf(probe, basket, 'RCVD');
        await decide(probe, payer, basket, 'APPROVE');
        await expectStatusOf(probe, basket, 'ACTC');
        await expectStatusOf(probe, domestic, 'PDNG');
        await expectStatusOf(probe, instant, 'ACSC');
      },
    ),
  ]),
];
