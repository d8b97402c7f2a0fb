import { delayedRequestsPerTpp } from '../../src/app/sandbox-faults.ts';
import { scenarios } from '../../src/domain/bank/scenarios.ts';
import {
  faultHeader,
  faultLifeMs,
  faultMeanings,
  faultTimesAtMost,
} from '../../src/domain/sandbox/faults.ts';
import { code, table } from './markdown.ts';

export function scenariosMarkdown(): string {
  return [
    '# Scenarios',
    '',
    'In a sandbox these creditor names make a payment fail or settle late, for every product, in REST and GraphQL.',
    'Upper and lower case are the same. Every other name has no effect.',
    '',
    table(
      ['Scenario', 'creditorName', 'What happens'],
      scenarios.map(({ name, creditorName, description }) => [name, code(creditorName), description]),
    ),
    ...faultsMarkdown,
    '',
  ].join('\n');
}

const faultsMarkdown = [
  '## Faults',
  '',
  `In a sandbox the header \`${faultHeader}\` makes a request fail, so that you can test your client. REST and GraphQL take it.`,
  'You need not sign it.',
  '',
  table(
    ['Value', 'What happens'],
    faultMeanings.map(({ value, description }) => [code(value), description]),
  ),
  '- Use `cut;after` to test idempotency. Repeat the request with its `X-Request-ID`, without the fault: you get the response of the first request.',
  '- The bank refuses every other value with 400 `FORMAT_ERROR`.',
  '- The bank verifies the signature first. Outside a sandbox it ignores the header.',
  '- `cut-body` closes a stream of events after its first part. `slow-body` does not change a stream.',
  `- The bank delays at most ${delayedRequestsPerTpp} requests of a TPP at once. It refuses one more with 429 \`ACCESS_EXCEEDED\`.`,
  '- If the client disconnects during a delay, the delay ends and the bank carries out the request.',
  '',
  '### For the next requests',
  '',
  'If your client cannot send the header, set a fault for its next requests:',
  '',
  '```graphql',
  'mutation {',
  '  setSandboxFaults(input: { fault: "status=503", times: 2, path: "/v1/payments" }) {',
  '    faults { fault timesLeft path until }',
  '    tppMessages { path text }',
  '  }',
  '}',
  '```',
  '',
  `- \`times\` is the number of requests, 1 to ${faultTimesAtMost}. The default is 1.`,
  '- `path` limits the fault to requests whose path begins with it.',
  `- The fault ends after ${faultLifeMs / 60_000} minutes. \`fault: null\` ends it at once. A new fault replaces it.`,
  '- A request with the header plays the fault of the header instead.',
  '- The fault does not affect the console, or requests that set or read faults. `{ sandboxFaults { timesLeft } }` shows how many requests are left.',
  '- All replicas count these requests together. Another replica begins to play the fault within a second.',
  '- The console sets faults on the page Scenarios; in the console of a facade it is the page Requests. The log of requests shows the fault of each request.',
  '- In tests, use `startBank({ faults })` and `tpp.setFaults(…)` ([testing.md](testing.md)).',
];
