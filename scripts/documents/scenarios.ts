/** docs/scenarios.md: what a sandbox can be asked to do wrong. */
import { scenarios } from '../../src/domain/bank/scenarios.ts';

export function scenariosMarkdown(): string {
  const rows = scenarios.map(
    ({ name, creditorName, description }) => `| ${name} | \`${creditorName}\` | ${description} |`,
  );
  return [
    '# Scenarios',
    '',
    'In a sandbox the name of the creditor makes the bank misbehave on purpose, on every product and through both doors.',
    'Capitals do not matter. Every other name takes the usual course.',
    '',
    '| Scenario | creditorName | What happens |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
