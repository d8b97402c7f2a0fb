import { readCount } from '../command/arguments.ts';
import { defineCommand } from '../command/command.ts';
import { writeOut } from '../command/text-files.ts';
import { startCommand } from '../toolkit-line.ts';

const paymentsAtMost = 1_000;

export const exportSandbox = defineCommand({
  name: 'export',
  summary: 'write the sandbox of this TPP as a seed, with its payments',
  words: [],
  about: [
    'To start a sandbox with the file, set SANDBOX_SEED (docs/seeds.md). The seed does not contain authorisations, signing baskets',
    'or notifications. The command writes YAML, or JSON with --json.',
  ],
  sandboxOnly: true,
  options: {
    out: { takes: 'FILE', about: 'write to this file instead of standard output; replaces an existing file' },
    payments: {
      takes: 'COUNT',
      about: `at most this many of the newest payments, 0 to ${paymentsAtMost} (default: ${paymentsAtMost})`,
    },
  },
  example: 'npm run tpp -- export --out seed.yaml',
  async run(call) {
    const { out, json, payments: countText = String(paymentsAtMost) } = call.values;
    const count = readCount('payments', countText, 0, paymentsAtMost);
    const { exportSeed } = await import('../export/export-seed.ts');
    const { stringify } = await import('yaml');
    const seed = await exportSeed(call, count);
    const yaml = `${heading}\n${stringify(seed, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
    if (out === undefined) {
      call.answer(seed, yaml.trimEnd());
      return;
    }
    writeOut(out, json ? `${JSON.stringify(seed, null, 2)}\n` : yaml);
    const { customers, payments = [] } = seed;
    call.note(`Wrote ${customers.length} customers and ${payments.length} payments to ${out}.`);
  },
});

const heading = `# Written by the toolkit. Start a sandbox with it: SANDBOX_SEED=FILE ${startCommand} (docs/seeds.md).`;
