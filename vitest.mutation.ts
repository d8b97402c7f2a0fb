/** The tests of `npx stryker run`: those that run the rules in their own process, the most specific first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from './vitest.config.ts';

const folders = [
  ...['domain', 'security', 'operations', 'payments', 'baskets', 'sca', 'parity'],
  ...['bank', 'facade', 'core-system'],
];

class MostSpecificFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      folders.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
    return [...files].sort((one, other) => place(one) - place(other));
  }
}

export default {
  ...base,
  test: {
    ...base.test,
    include: [`test/{${folders.join()}}/**/*.test.ts`],
    // A browser shows no rule, and what is measured in milliseconds is slower in a changed source.
    exclude: ['**/*.browser.test.ts', 'test/security/cost.test.ts'],
    sequence: { sequencer: MostSpecificFirst },
  },
};
