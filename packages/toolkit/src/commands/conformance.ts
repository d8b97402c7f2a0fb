/** `conformance`: black-box checks against any address, grouped by the sections of the specification. */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileText } from '../../../../src/domain/values/file-text.ts';
import type { RequestCall } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { readIdentity } from '../command/identity.ts';
import { plain, type ReportKind, reported, reportKinds } from '../conformance/report.ts';
import { ensureAuthority, ensureTpp, pathsOf, usualIdentifier } from '../files.ts';
import type { SigningIdentity } from '../sign.ts';

export const conformance = defineCommand({
  name: 'conformance',
  summary: 'check a bank from outside, section by section of the specification',
  words: [],
  about: [
    'It uses the interface alone, so that any implementation can be measured. It creates payments and approves none of',
    'them; with --sandbox also what only a sandbox offers. Where the CA of a sandbox is in DATA_DIR it acts as a TPP of',
    'its own, unless --as or --certificate names another; what it leaves it says at the end. Progress goes to standard',
    'error, the report to standard output.',
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
    const base = call.base();
    const identity = (await ownIdentity(call)) ?? call.identity();
    const other = await otherIdentity(call, identity);
    if (out !== undefined) write(out, '');
    const results = await runConformance({
      base,
      identity,
      other,
      sandbox,
      ...(only === undefined ? {} : { only }),
      onSection: ({ section, title, checks }) => {
        const failureCount = checks.filter(({ outcome }) => outcome === 'failed').length;
        call.note(
          `${section}  ${title}: ${checks.length} checks${failureCount === 0 ? '' : `, ${failureCount} FAILED`}`,
        );
      },
    });
    if (results.left !== '')
      call.note(
        `Left with the TPP that asked: ${results.left}. None of the payments is approved by the checks of the interface alone.`,
      );
    const kind = reportKinds.find((one): one is ReportKind => one === report) ?? 'text';
    const text = reported(results, kind, call.colour && out === undefined);
    if (out !== undefined)
      write(out, `${call.values.json ? JSON.stringify(plain(results), null, 2) : text}\n`);
    else call.answer(plain(results), text);
    return results.summary.failed === 0 ? exitCodes.done : exitCodes.refused;
  },
});

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new UsageError(`--out: cannot write ${file}.`);
  }
}

type ConformanceCall = Pick<RequestCall, 'folder'> & {
  readonly values: Readonly<
    Partial<Record<'as' | 'certificate' | 'key' | 'other-certificate' | 'other-key', string>>
  >;
};

/**
 * A TPP only for the checks, if none was named and the sandbox's CA is available: the demo TPP's data stay
 * unchanged.
 */
async function ownIdentity({ folder, values }: ConformanceCall): Promise<SigningIdentity | null> {
  const identityOption = values.as ?? values.certificate ?? values.key;
  return identityOption === undefined && hasAuthority(folder) ? issued(folder, 'conformance') : null;
}

/**
 * The second TPP: two files, or one that the sandbox's CA issues, if it has issued the first one as well; null
 * without either: a bank that does not trust that CA would refuse it.
 */
async function otherIdentity(
  { folder, values }: ConformanceCall,
  first: SigningIdentity,
): Promise<SigningIdentity | null> {
  const { 'other-certificate': certificate, 'other-key': key } = values;
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageError('--other-certificate and --other-key go together.');
  if (certificate !== undefined && key !== undefined) return readIdentity({ certificate, key }, folder);
  if (!hasAuthority(folder)) return null;
  const authority = new X509Certificate(fileText(readFileSync(pathsOf(folder, 'ca').certificatePath)));
  const sameBank = new X509Certificate(first.certificatePem).checkIssued(authority);
  return sameBank ? issued(folder, 'conformance-other') : null;
}

const hasAuthority = (folder: string): boolean => {
  const { keyPath, certificatePath } = pathsOf(folder, 'ca');
  return existsSync(keyPath) && existsSync(certificatePath);
};

async function issued(folder: string, name: string): Promise<SigningIdentity> {
  const now = new Date();
  const tpp = {
    organizationIdentifier: usualIdentifier(name),
    organizationName: 'Conformance AS',
    roles: ['PSP_PI', 'PSP_AI'] as const,
  };
  await ensureTpp(folder, await ensureAuthority(folder, now), name, tpp, now);
  return readIdentity({ as: name }, folder);
}
