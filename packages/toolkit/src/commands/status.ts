import { defineCommand } from '../command/command.ts';
import { exchange, exitCodeOf, showExchange } from '../command/exchange.ts';
import { RefusedError } from '../command/failures.ts';
import { graphqlFault, graphqlRequest } from '../graphql.ts';
import { at, textAt } from '../record.ts';

export const status = defineCommand({
  name: 'status',
  summary: 'read the status of a payment',
  words: ['PAYMENTID'],
  options: {},
  example: 'npm run tpp -- status 01a1fd01-98ed-727c-ba58-6612bb9d140a',
  async run(call) {
    const [paymentId = ''] = call.words;
    // The status path contains the product, which only GraphQL can look up by the payment's id.
    const query =
      'query ($paymentId: String!) { payment(paymentId: $paymentId) { links { status { href } } } }';
    const answer = await exchange(call, graphqlRequest(call.base(), query, { paymentId }));
    const href = textAt(answer.json, 'data', 'payment', 'links', 'status', 'href');
    if (href === null) {
      const unknown = at(answer.json, 'data', 'payment') === null;
      throw new RefusedError(unknown ? `This TPP has no payment ${paymentId}.` : graphqlFault(answer));
    }
    return exitCodeOf(await showExchange(call, { method: 'GET', url: `${call.base()}${href}` }));
  },
});
