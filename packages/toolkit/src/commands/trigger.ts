import { choiceError } from '../command/arguments.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { scenarioList } from '../play/outlines.ts';

const scenarioNames = scenarioList.map(({ name }) => name);

export const trigger = defineCommand({
  name: 'trigger',
  summary: 'run a scenario of the sandbox to its end',
  words: ['[SCENARIO]'],
  choices: scenarioNames,
  sandboxOnly: true,
  about: [
    'docs/scenarios.md describes the scenarios. If a scenario waits for the bank, the command runs payment batches, which moves the clock.',
    'The exit code is 1 if the payment does not end as the scenario says.',
  ],
  options: { list: { about: 'list the scenarios and what they do' } },
  example: 'npm run tpp -- trigger NO_COVER',
  async run(call) {
    const [word] = call.words;
    if (call.values.list) {
      call.answer(
        scenarioList.map(({ name, creditorName, description }) => ({
          scenario: name,
          creditorName,
          description,
        })),
        scenarioList.map(({ name, description }) => `${name}\n  ${description}`).join('\n'),
      );
      return;
    }
    if (word === undefined)
      throw new UsageError('trigger needs SCENARIO. List the scenarios with trigger --list.');
    const scenarioName = word.toUpperCase().replaceAll('-', '_');
    const scenario = scenarioList.find((one) => one.name === scenarioName);
    if (scenario === undefined) throw choiceError(scenarioNames, 'SCENARIO', word);
    const { playScenario } = await import('../play/scenario.ts');
    const { asDescribed, ...played } = await playScenario(scenario, {
      base: call.base(),
      identity: call.identity(),
      onStep: ({ method, path, status }) => call.note(`${method} ${path} ${status}`),
    });
    const { paymentId, transactionStatus, reason } = played;
    const parts = [paymentId ?? 'no payment stored:', transactionStatus, reason];
    call.answer(played, parts.filter(Boolean).join(' '));
    return asDescribed ? exitCodes.done : exitCodes.refused;
  },
});
