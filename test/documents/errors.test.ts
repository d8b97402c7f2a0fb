import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorsMarkdown } from '../../scripts/documents/errors.ts';
import { allOperations } from '../../scripts/documents/operations.ts';
// Loads every operation.
import { createApp } from '../../src/app.ts';

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

describe('docs/errors.md', () => {
  it('is what the operations declare', async () => {
    expect(createApp).toBeTypeOf('function');
    expect(await errorsMarkdown()).toBe(document);
  });

  it('has a line for every operation with a refusal', async () => {
    const operations = await allOperations();
    expect(operations.length).toBeGreaterThan(50);
    for (const { name, refusals } of operations) {
      const line = `| \`${name}\` | ${refusals.map((reason) => `\`${reason}\``).join(', ')} |`;
      expect(document.includes(line), line).toBe(refusals.length > 0);
    }
  });
});
