import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formsModule } from '../../scripts/documents/forms.ts';
import { headersMarkdown } from '../../scripts/documents/headers.ts';
import { routesMarkdown } from '../../scripts/documents/routes.ts';
import { scenariosMarkdown } from '../../scripts/documents/scenarios.ts';
import { statusesMarkdown } from '../../scripts/documents/statuses.ts';
import { printWholeSchema } from '../../src/graphql/schema/schema.ts';

it.each<[string, () => string | Promise<string>]>([
  ['schema.graphql', printWholeSchema],
  ['docs/headers.md', headersMarkdown],
  ['docs/routes.md', routesMarkdown],
  ['docs/scenarios.md', scenariosMarkdown],
  ['docs/statuses.md', statusesMarkdown],
  ['console/generated/forms.ts', formsModule],
])('%s is up to date', async (path, made) => {
  expect(await made()).toBe(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
});
