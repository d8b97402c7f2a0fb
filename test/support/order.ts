/** Long files first: one that begins last has the processors to itself, and all others wait for its end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** From ten seconds downwards. Vitest knows how long a file took only where it has run before, else it goes by its size. */
const longest = [
  'console/console.browser',
  'db/outages',
  'embedded-postgres/test/embedded-postgres',
  'web/sca.axe.browser',
  'documents/readme',
  'process/operator',
  'embedded-postgres/test/guard',
  'process/npm',
  'graphql/door',
  'faults/faults',
  'web/pages.axe.browser',
  'graphql/generated-queries',
  'tpp/stories',
  'web/sca.browser',
  'graphql/subscription',
  'web/sca.guesses',
  'bank/month',
  'web/sca.races',
  'web/developer.browser',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
