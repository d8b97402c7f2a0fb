/** Long files first: a long one that starts last would delay the end of the run. */
import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first. Vitest knows the duration of a file only after a run, else it uses its size. */
const longest = [
  'test/console/console.browser',
  'packages/toolkit/test/conformance',
  'test/db/outages',
  'test/documents/front-end.browser',
  'test/sca/sca.axe.browser',
  'packages/embedded-postgres/test/embedded-postgres',
  'test/console/narrow.browser',
  'test/console/work.browser',
  'test/process/operator',
  'test/graphql/generated-queries',
  'packages/toolkit/test/stories',
  'test/sca/sca.browser',
  'test/graphql/subscription',
  'packages/toolkit/test/testing',
  'test/faults/faults',
  'test/process/npm',
  'test/pages/explorer.browser',
  'test/console/lists.browser',
  'test/documents/readme',
  'packages/toolkit/test/export',
  'test/examples/collections',
  'test/examples/signing',
  'packages/embedded-postgres/test/guard',
  'packages/embedded-postgres/test/outside',
  'test/sca/sca.guesses',
  'test/bank/month',
  'test/process/nginx',
  'test/pages/developer.browser',
  'test/pages/pages.axe.browser',
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
