/** `conformance`: black-box checks against any address, grouped by the sections of the specification. */
import { existsSync, writeFileSync } from 'node:fs';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { readIdentity } from '../command/identity.ts';
import { plain, type ReportKind, reported, reportKinds } from '../conformance/report.ts';
import { ensureAuthority, ensureTpp, pathsOf } from '../files.ts';
import type { Identity } from '../sign.ts';

export const conformance = defineCommand({
  name: 'conformance',
  summary: 'check a bank from outside, section by section of the specification',
  words: [],
  about: [
    'It uses the interface alone, so that any implementation can be measured. It creates payments and approves none of',
    'them; with --sandbox also what only a sandbox offers. Progress goes to standard error, the report to standard output.',
  ],
  options: {
    report: { takes: 'KIND', choices: reportKinds, about: 'form of the report, text by default' },
    out: { takes: 'FILE', about: 'write the report there instead of to standard output' },
    only: { takes: 'SECTION', about: 'one section, such as 4.5, or all that begin with it, such as 4' },
    sandbox: { about: 'the bank is a sandbox: use its operations and its pages' },
    'other-certificate': { takes: 'FILE', about: 'a second TPP, which must not see what is the first one’s' },
    'other-key': {
      takes: 'FILE',
      about: 'its private key; without both the sandbox CA of DATA_DIR makes one',
    },
  },
  example: 'npm run tpp -- conformance --sandbox --report junit --out conformance.xml',
  async run(call) {
    const { only, out, report = 'text', sandbox = false } = call.values;
    const { runConformance, sectionsNamed } = await import('../conformance/run.ts');
    if (sectionsNamed(only).length === 0) {
      const numbers = sectionsNamed(undefined).map(({ section }) => section);
      throw new UsageError(`--only takes ${numbers.join(', ')}, not '${only}'.`);
    }
    const [base, identity] = [call.base(), call.identity()];
    const { 'other-certificate': certificate, 'other-key': key } = call.values;
    const other = await otherIdentity(call.folder, certificate, key);
    if (out !== undefined) write(out, '');
    const found = await runConformance({
      base,
      identity,
      other,
      sandbox,
      ...(only === undefined ? {} : { only }),
      onSection: ({ section, title, checks }) => {
        const failed = checks.filter(({ outcome }) => outcome === 'failed').length;
        call.note(`${section}  ${title}: ${checks.length} checks${failed === 0 ? '' : `, ${failed} FAILED`}`);
      },
    });
    const kind = reportKinds.find((one): one is ReportKind => one === report) ?? 'text';
    const text = reported(found, kind, call.colour && out === undefined);
    if (out !== undefined) write(out, `${call.values.json ? JSON.stringify(plain(found), null, 2) : text}\n`);
    else call.answer(plain(found), text);
    return found.summary.failed === 0 ? exitCodes.done : exitCodes.refused;
  },
});

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new UsageError(`--out: cannot write ${file}.`);
  }
}

/** The second TPP: two files, or one that the sandbox's CA issues; null where there is neither. */
async function otherIdentity(
  folder: string,
  certificate: string | undefined,
  key: string | undefined,
): Promise<Identity | null> {
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageError('--other-certificate and --other-key go together.');
  if (certificate !== undefined && key !== undefined) return readIdentity({ certificate, key }, folder);
  if (!existsSync(pathsOf(folder, 'ca').keyPath)) return null;
  const now = new Date();
  const tpp = {
    organizationIdentifier: 'PSDNO-FSA-CONFORMANCE',
    organizationName: 'Conformance AS',
    roles: ['PSP_PI', 'PSP_AI'] as const,
  };
  const name = 'conformance';
  await ensureTpp(folder, await ensureAuthority(folder, now), name, tpp, now);
  return readIdentity({ as: name }, folder);
}
