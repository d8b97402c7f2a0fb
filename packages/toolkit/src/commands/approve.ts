import type { RequestCall } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { findResource, mutate } from '../command/graphql-client.ts';
import { textAt } from '../record.ts';
import { approvesRemotely, isSandbox, RefusedError } from '../send.ts';

type DecisionOutcome = 'APPROVE' | 'REJECT' | 'EXPIRE';

const customerOption = {
  takes: 'NUMBER',
  about:
    'the customer who decides (default: the one who has logged in, otherwise the holder of the debtor account)',
} as const;

export const approve = defineCommand({
  name: 'approve',
  summary: "approve a payment or a basket in the sandbox's bank app",
  words: ['ID'],
  about: [
    'The command starts an authorisation, decides on it as the PSU would, and prints the new status.',
    'The new authorisation replaces an open one, whose link then no longer works. If PSUs approve at another bank or an identity',
    'provider, the command changes nothing.',
  ],
  sandboxOnly: true,
  options: {
    customer: customerOption,
    reject: { about: 'the PSU rejects' },
    expire: { about: 'the PSU does nothing until the authorisation expires' },
  },
  example: 'npm run tpp -- approve 01a1fd01-98ed-727c-ba58-6612bb9d140a',
  async run(call) {
    const [id = ''] = call.words;
    const { reject, expire } = call.values;
    if (reject && expire) throw new UsageError('Use either --reject or --expire.');
    // This check comes first, because the start of an authorisation replaces the link that the PSU has.
    if (await approvesRemotely(call.base()))
      throw new UsageError(
        `The bank at ${call.base()} has no bank app. Open the link scaRedirect of the payment or basket in a browser instead.`,
      );
    let outcome: DecisionOutcome = 'APPROVE';
    if (reject) outcome = 'REJECT';
    if (expire) outcome = 'EXPIRE';
    const resource = await findResource(call, id);
    const idField = resource.kind === 'payment' ? { paymentId: id } : { basketId: id };
    try {
      const start = await mutate(call, 'startAuthorisation', idField, authorisationFields);
      const scaStatus = await decide(call, start, outcome, call.values.customer);
      const { transactionStatus, statusHistory, payments } = await findResource(call, id);
      call.answer({ ...idField, scaStatus, transactionStatus }, `${id} ${transactionStatus}`);
      const reason = statusHistory.at(-1)?.reason;
      if (reason) call.note(reason);
      // The import is here, because loading this module would slow the start of every command.
      const { endReasons } = await import('../../../../src/domain/authorisations/authorisation.ts');
      if (reason === endReasons.NOT_ALLOWED) call.note(companyHint);
      for (const payment of payments) call.note(`${payment.paymentId} ${payment.transactionStatus}`);
      return outcome === 'APPROVE' && transactionStatus === 'RJCT' ? exitCodes.refused : exitCodes.done;
    } catch (error) {
      const { basketId: basketOfPayment } = resource;
      const mayBeInBasket = basketOfPayment !== null && resource.transactionStatus === 'RCVD';
      if (mayBeInBasket && error instanceof RefusedError)
        call.note(
          `The payment is or was in a basket. Approve the basket:\n  ${call.line(['approve', basketOfPayment])}`,
        );
      throw error;
    }
  },
});

export const cancel = defineCommand({
  name: 'cancel',
  summary: 'cancel a payment',
  words: ['PAYMENTID'],
  about: [
    'The bank cancels a payment at once if nobody has approved it. Otherwise the PSU must approve the cancellation. If the bank is a',
    'sandbox with a bank app, the command approves it there. If not, it prints the link for the PSU.',
  ],
  options: { customer: customerOption },
  example: 'npm run tpp -- cancel 01a1fd01-98ed-727c-ba58-6612bb9d140a',
  async run(call) {
    const [paymentId = ''] = call.words;
    const { kind } = await findResource(call, paymentId);
    if (kind === 'basket')
      throw new RefusedError(
        `${paymentId} is a basket. Delete it with:\n  ${call.line(['send', 'DELETE', `/v1/signing-baskets/${paymentId}`])}`,
      );
    let scaStatus: string | null = null;
    const cancellation = await mutate(call, 'cancelPayment', { paymentId }, 'payment { transactionStatus }');
    if (textAt(cancellation, 'payment', 'transactionStatus') !== 'CANC') {
      const start = await mutate(call, 'startCancellationAuthorisation', { paymentId }, authorisationFields);
      const hasBankApp = (await isSandbox(call.base())) && !(await approvesRemotely(call.base()));
      if (hasBankApp) scaStatus = await decide(call, start, 'APPROVE', call.values.customer);
      else call.note(`The PSU must approve the cancellation:\n  ${linkIn(start)}`);
    }
    const { transactionStatus } = await findResource(call, paymentId);
    call.answer({ paymentId, transactionStatus }, `${paymentId} ${transactionStatus}`);
    return scaStatus === 'failed' ? exitCodes.refused : exitCodes.done;
  },
});

const companyHint =
  "To pay for a company, name it when you send the payment: --header 'PSU-Context: CORPORATE' --header 'PSU-Corporate-ID: <number of the company>'.";

const authorisationFields = 'authorisation { authorisationId } links { scaRedirect { href } }';
const linkIn = (start: unknown) => textAt(start, 'links', 'scaRedirect', 'href') ?? '';

async function decide(
  call: RequestCall,
  start: unknown,
  outcome: DecisionOutcome,
  customerNumber: string | undefined,
): Promise<string | null> {
  const authorisationId = textAt(start, 'authorisation', 'authorisationId');
  const input = { authorisationId, outcome, customerNumber };
  try {
    const completed = await mutate(call, 'completeAuthorisation', input, 'authorisation { scaStatus }');
    return textAt(completed, 'authorisation', 'scaStatus');
  } catch (error) {
    if (error instanceof RefusedError)
      call.note(`The authorisation is open. Decide in a browser:\n  ${linkIn(start)}`);
    throw error;
  }
}
