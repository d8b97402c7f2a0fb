import { headersOf, resolveText } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodeOf, showExchange } from '../command/exchange.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { requestOptions } from '../command/options.ts';
import { graphqlRequest } from '../graphql.ts';
import { at } from '../record.ts';

const { body: _, ...otherOptions } = requestOptions;

export const graphql = defineCommand({
  name: 'graphql',
  summary: 'sign and send a GraphQL document',
  words: ['DOCUMENT|@FILE'],
  about: ['If DOCUMENT selects tppMessages, the exit code of a refused mutation is 1. Otherwise it is 0.'],
  options: { variables: { takes: 'JSON|@FILE', about: 'variables of the document' }, ...otherOptions },
  example: `npm run tpp -- graphql '{ viewer { tppId clock } }'`,
  async run(call) {
    const [document = ''] = call.words;
    const variables =
      call.values.variables === undefined ? undefined : jsonOf(resolveText(call.values.variables));
    const text = resolveText(document);
    if (subscriptionStart.test(text))
      throw new UsageError(
        'DOCUMENT must not be a subscription. To follow payments, use the listen command.',
      );
    const request = graphqlRequest(call.base(), text, variables, headersOf(call));
    const answer = await showExchange(call, request);
    return at(answer.json, 'data') == null ? exitCodes.refused : exitCodeOf(answer);
  },
});

/** Spaces, commas and comments have no meaning in GraphQL. */
const subscriptionStart = /^(?:[\s,]|#.*\n)*subscription\b/;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--variables must be valid JSON.');
  }
}
