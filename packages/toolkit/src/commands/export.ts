import { writeFileSync } from 'node:fs';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';

const paymentsAtMost = 1_000;

/** `export` is a word of the language. */
export const exportSandbox = defineCommand({
  name: 'export',
  summary: 'write the sandbox of this TPP as a seed, with its payments',
  words: [],
  about: [
    'SANDBOX_SEED starts sandboxes with the file (docs/seeds.md). Authorisations, signing baskets and notifications are not part of it.',
    'Without --out the command prints YAML, or JSON with --json.',
  ],
  sandboxOnly: true,
  options: {
    out: { takes: 'FILE', about: 'write to this file; an existing one is replaced' },
    payments: {
      takes: 'COUNT',
      about: `only the newest payments, 0 to ${paymentsAtMost} (default: ${paymentsAtMost})`,
    },
  },
  example: 'npm run tpp -- export --out seed.yaml',
  async run(call) {
    const count = countOf(call.values.payments ?? String(paymentsAtMost));
    const [{ exportSeed }, { stringify }] = await Promise.all([
      import('../export/export-seed.ts'),
      import('yaml'),
    ]);
    const seed = await exportSeed(call, count);
    const yaml = `${heading}\n${stringify(seed, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
    const { out, json } = call.values;
    if (out === undefined) {
      call.answer(seed, yaml.trimEnd());
      return exitCodes.done;
    }
    write(out, json ? `${JSON.stringify(seed, null, 2)}\n` : yaml);
    const { customers, payments = [] } = seed;
    call.note(`Wrote ${customers.length} customers and ${payments.length} payments to ${out}.`);
    return exitCodes.done;
  },
});

const heading =
  '# Written by the toolkit. Start a sandbox with it: SANDBOX_SEED=FILE npm start (docs/seeds.md).';

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count <= paymentsAtMost) return count;
  throw new UsageError(`--payments must be a number from 0 to ${paymentsAtMost}, not '${text}'.`);
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new UsageError(`--out: cannot write ${file}.`);
  }
}
