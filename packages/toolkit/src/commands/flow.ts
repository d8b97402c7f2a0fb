import { oneOf } from '../command/arguments.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { flowProducts } from '../play/outlines.ts';
import { UnknownCustomerError } from '../play/player.ts';

export const flow = defineCommand({
  name: 'flow',
  summary: 'make a payment without a browser: challenge, log-in, creation, approval, status',
  words: ['PRODUCT'],
  choices: flowProducts,
  sandboxOnly: true,
  about: [
    `PRODUCT is one of ${flowProducts.join(', ')}; cross-border is NCBCT; basket signs two domestic payments together.`,
    'The command works only with a sandbox, whose pages show the one-time code. It prints each step on standard error.',
  ],
  options: {
    reject: { about: 'the PSU rejects the payment' },
    customer: {
      takes: 'NUMBER',
      about:
        'the customer who logs in and pays (default: 13039319955, otherwise the first private customer with an account)',
    },
  },
  example: 'npm run tpp -- flow instant',
  async run(call) {
    const [word = ''] = call.words;
    const product = oneOf(flowProducts, 'PRODUCT', word);
    const { customer, reject } = call.values;
    const { playFlow } = await import('../play/flow.ts');
    const { id, transactionStatus, steps } = await playFlow({
      base: call.base(),
      identity: call.identity(),
      product,
      outcome: reject ? 'REJECT' : 'APPROVE',
      customerNumber: customer,
      onStep: ({ method, path, status }, isChallenge) =>
        call.note(`${method} ${path} ${status}${isChallenge ? ' (the challenge, as expected)' : ''}`),
    }).catch((error) => {
      throw error instanceof UnknownCustomerError ? new UsageError(`--customer: ${error.message}.`) : error;
    });
    const idField = product === 'basket' ? { basketId: id } : { paymentId: id };
    call.answer({ ...idField, transactionStatus, steps }, `${id} ${transactionStatus}`);
    return transactionStatus === 'RJCT' && !reject ? exitCodes.refused : exitCodes.done;
  },
});
