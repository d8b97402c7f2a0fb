import { requestOf } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodeOf, showExchange } from '../command/exchange.ts';
import { UsageError } from '../command/failures.ts';
import { requestOptions } from '../command/options.ts';

export const send = defineCommand({
  name: 'send',
  summary: 'sign and send any request',
  words: ['METHOD', 'PATH'],
  options: requestOptions,
  example: `npm run tpp -- send POST /v1/signing-baskets --psu --body '{"paymentIds":["…"]}'`,
  async run(call) {
    const request = requestOf(call);
    if (request.body !== null && ['GET', 'HEAD'].includes(request.method))
      throw new UsageError(`--body cannot be used with ${request.method}.`);
    return exitCodeOf(await showExchange(call, request));
  },
});
