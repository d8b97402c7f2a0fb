/** `flow`: a payment from the challenge to its status, without a browser. */
import { defineCommand } from '../command/command.ts';
import { exitCodes, RefusedError, UsageError } from '../command/failures.ts';
import { flowProducts } from '../play/outlines.ts';
import { StoryError, UnknownCustomerError } from '../play/player.ts';
import { PageError } from '../play/psu.ts';

export const flow = defineCommand({
  name: 'flow',
  summary: 'pay from challenge to status without a browser: log-in, creation, approval',
  words: ['PRODUCT'],
  choices: flowProducts,
  sandboxOnly: true,
  about: [
    `PRODUCT is ${flowProducts.join(', ')}; cross-border is NCBCT, a basket holds two domestic payments.`,
    'In a sandbox alone, whose pages show the one-time code. Each step is told on standard error.',
  ],
  options: {
    reject: { about: 'the PSU rejects it' },
    customer: { takes: 'NUMBER', about: 'the customer who logs in and pays; else 13039319955' },
  },
  example: 'npm run tpp -- flow instant',
  async run(call) {
    const [word = ''] = call.words;
    const product = flowProducts.find((one) => one === word);
    if (product === undefined) throw new UsageError(`PRODUCT is ${flowProducts.join(', ')}, not '${word}'.`);
    const { customer, reject } = call.values;
    const { playFlow } = await import('../play/flow.ts');
    const played = playFlow({
      base: call.base(),
      identity: call.identity(),
      product,
      outcome: reject ? 'REJECT' : 'APPROVE',
      ...(customer === undefined ? {} : { customerNumber: customer }),
      onStep: ({ method, path, status }) => call.note(`${method} ${path} ${status}`),
    });
    const { id, transactionStatus, steps } = await played.catch(convertError);
    const idField = product === 'basket' ? { basketId: id } : { paymentId: id };
    call.answer({ ...idField, transactionStatus, steps }, `${id} ${transactionStatus}`);
    return transactionStatus === 'RJCT' && !reject ? exitCodes.refused : exitCodes.done;
  },
});

/** Converts the errors of a flow to those of the command line. */
export function convertError(error: unknown): never {
  if (error instanceof UnknownCustomerError) throw new UsageError(`--customer: ${error.message}.`);
  if (error instanceof StoryError || error instanceof PageError) throw new RefusedError(error.message);
  throw error;
}
