/** Long files first: one that begins last has the processors to itself, and all others wait for its end. */
import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first. Vitest knows how long a file took only where it has run before, else it goes by its size. */
const longest = [
  'test/console/console.browser',
  'test/db/outages',
  'packages/embedded-postgres/test/embedded-postgres',
  'test/web/sca.axe.browser',
  'test/documents/readme',
  'test/process/operator',
  'packages/embedded-postgres/test/guard',
  'test/process/npm',
  'test/graphql/door',
  'test/faults/faults',
  'test/web/pages.axe.browser',
  'test/graphql/generated-queries',
  'test/tpp/stories',
  'test/web/sca.browser',
  'test/graphql/subscription',
  'test/web/sca.guesses',
  'test/bank/month',
  'test/web/sca.races',
  'test/web/developer.browser',
];

for (const name of longest)
  if (!existsSync(`${name}.test.ts`)) throw new Error(`${name} in test/support/order.ts is no test any more`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
