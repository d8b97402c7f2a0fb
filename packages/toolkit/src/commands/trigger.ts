import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { scenarioList, scenarioNamed } from '../play/outlines.ts';

export const trigger = defineCommand({
  name: 'trigger',
  summary: 'run a scenario of the sandbox to its end',
  words: ['[SCENARIO]'],
  choices: scenarioList.map(({ name }) => name),
  sandboxOnly: true,
  about: [
    'docs/scenarios.md describes the scenarios. If a scenario waits for the bank, the command runs payment batches, which moves the clock.',
    'It ends with 1 if the payment does not end as the scenario says.',
  ],
  options: { list: { about: 'list the scenarios and what they do' } },
  example: 'npm run tpp -- trigger NO_COVER',
  async run(call) {
    const [name] = call.words;
    if (call.values.list) {
      const rows = scenarioList.map(({ name, creditorName, description }) => ({
        scenario: name,
        creditorName,
        description,
      }));
      call.answer(rows, rows.map(({ scenario, description }) => `${scenario}\n  ${description}`).join('\n'));
      return;
    }
    if (name === undefined)
      throw new UsageError('trigger needs SCENARIO. List the scenarios with trigger --list.');
    const scenario = scenarioNamed(name);
    if (scenario === null)
      throw new UsageError(
        `SCENARIO must be one of ${scenarioList.map((one) => one.name).join(', ')}, not '${name}'.`,
      );
    const { playScenario } = await import('../play/scenario.ts');
    const { asDescribed, ...played } = await playScenario(scenario, {
      base: call.base(),
      identity: call.identity(),
      onStep: ({ method, path, status }) => call.note(`${method} ${path} ${status}`),
    });
    const { paymentId, transactionStatus, reason } = played;
    call.answer(
      played,
      [paymentId ?? 'no payment stored:', transactionStatus, reason].filter(Boolean).join(' '),
    );
    return asDescribed ? exitCodes.done : exitCodes.refused;
  },
});
