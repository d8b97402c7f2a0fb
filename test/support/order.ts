/** Long files first: a long one that starts last would delay the end of the run. */
import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first. Vitest knows the duration of a file only after a run, else it uses its size. */
const longest = [
  'test/console/console.browser',
  'test/db/outages',
  'test/documents/readme',
  'test/documents/front-end.browser',
  'test/faults/faults',
  'test/sca/sca.axe.browser',
  'packages/embedded-postgres/test/embedded-postgres',
  'packages/toolkit/test/conformance',
  'test/console/narrow.browser',
  'test/console/work.browser',
  'test/pages/explorer.browser',
  'test/process/operator',
  'test/graphql/generated-queries',
  'packages/toolkit/test/stories',
  'test/sca/sca.browser',
  'test/examples/signing',
  'test/graphql/subscription',
  'packages/embedded-postgres/test/guard',
  'test/sca/sca.guesses',
  'test/bank/month',
  'test/process/nginx',
  'test/process/npm',
  'test/pages/developer.browser',
  'test/pages/pages.axe.browser',
  'packages/embedded-postgres/test/outside',
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
