/** docs/scenarios.md: failures that a TPP can cause in a sandbox. */
import { scenarios } from '../../src/domain/bank/scenarios.ts';

export function scenariosMarkdown(): string {
  const rows = scenarios.map(
    ({ name, creditorName, description }) => `| ${name} | \`${creditorName}\` | ${description} |`,
  );
  return [
    '# Scenarios',
    '',
    'In a sandbox these creditor names make a payment fail or settle late, for every product, in REST and GraphQL.',
    'Upper and lower case are equal. Every other name has no effect.',
    '',
    '| Scenario | creditorName | What happens |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
