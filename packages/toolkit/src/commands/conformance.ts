import { X509Certificate } from 'node:crypto';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { readIdentity } from '../command/identity.ts';
import { requireWritableOut, writeOut } from '../command/text-files.ts';
import { reported, reportKinds, withoutTimes } from '../conformance/report.ts';
import {
  defaultTppId,
  ensureAuthority,
  ensureTpp,
  identifierIn,
  isThere,
  pathsOf,
  readCertificate,
} from '../files.ts';
import type { SigningIdentity } from '../sign.ts';

export const conformance = defineCommand({
  name: 'conformance',
  summary: 'check a bank against the specification, section by section',
  words: [],
  about: [
    'The checks use only the public interface, so they work with any implementation. They create payments, but approve',
    'them only with --sandbox, which also checks the features of a sandbox. If the CA of a sandbox is in DATA_DIR, the',
    'checks run as a separate TPP, unless --as or --certificate names one. At the end the command says what the checks',
    'have created at the bank. Progress goes to standard error, the report to standard output.',
  ],
  options: {
    report: { takes: 'KIND', choices: reportKinds, about: 'format of the report (default: text)' },
    out: { takes: 'FILE', about: 'write the report to this file instead of standard output' },
    only: { takes: 'SECTION', about: 'run one section, such as 4.5, or a group of sections, such as 4' },
    sandbox: { about: 'also check the operations and pages of a sandbox' },
    'other-certificate': {
      takes: 'FILE',
      about: 'certificate of a second TPP, which must not see the data of the first',
    },
    'other-key': {
      takes: 'FILE',
      about:
        'private key of the second TPP (default for both: the sandbox CA in DATA_DIR issues a certificate)',
    },
  },
  example: 'npm run tpp -- conformance --sandbox --report junit --out conformance.xml',
  async run(call) {
    const { only, out, report = 'text', sandbox = false } = call.values;
    const { runConformance, sectionsNamed } = await import('../conformance/run.ts');
    if (sectionsNamed(only).length === 0) {
      const numbers = sectionsNamed(undefined).map(({ section }) => section);
      throw new UsageError(`--only must be one of ${numbers.join(', ')}, not '${only}'.`);
    }
    const base = call.base();
    const { folder, values } = call;
    const namesTpp = [values.as, values.certificate, values.key].some((value) => value !== undefined);
    const usesSeparateTpp = !namesTpp && hasAuthority(folder);
    const identity = usesSeparateTpp ? await issueIdentity(folder, 'conformance') : call.identity();
    const other = await otherIdentity(folder, identity, values['other-certificate'], values['other-key']);
    // The checks take long, so a file that cannot be written is reported before them.
    if (out !== undefined) requireWritableOut(out);
    const results = await runConformance({
      base,
      identity,
      other,
      sandbox,
      only,
      onSection: ({ section, title, checks }) => {
        const failureCount = checks.filter(({ outcome }) => outcome === 'failed').length;
        call.note(
          `${section}  ${title}: ${checks.length} checks${failureCount === 0 ? '' : `, ${failureCount} FAILED`}`,
        );
      },
    });
    if (results.left !== '')
      call.note(
        `The checks created at the bank: ${results.left}.${sandbox ? '' : ' They approved no payment.'}`,
      );
    if (out === undefined) call.answer(withoutTimes(results), reported(results, report, call.colour));
    else writeOut(out, `${reported(results, values.json ? 'json' : report)}\n`);
    return results.summary.failed === 0 ? exitCodes.done : exitCodes.refused;
  },
});

/**
 * The second TPP. null: there is none. By default the sandbox CA issues the certificate of the second TPP, if it has also issued
 * the certificate of the first.
 */
async function otherIdentity(
  folder: string,
  first: SigningIdentity,
  certificate: string | undefined,
  key: string | undefined,
): Promise<SigningIdentity | null> {
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageError('Use --other-certificate and --other-key together.');
  if (certificate !== undefined && key !== undefined) {
    const other = readIdentity({ certificate, key }, folder);
    if (tppOf(other) !== tppOf(first)) return other;
    throw new UsageError('--other-certificate must be of another TPP than the first certificate.');
  }
  const authority = hasAuthority(folder) ? readCertificate(pathsOf(folder, 'ca').certificatePath) : null;
  if (authority === null) return null;
  if (!new X509Certificate(first.certificatePem).checkIssued(authority)) return null;
  const other = await issueIdentity(folder, 'conformance-other');
  return tppOf(other) === tppOf(first) ? null : other;
}

function tppOf({ certificatePem }: SigningIdentity): string {
  const certificate = new X509Certificate(certificatePem);
  return identifierIn(certificate) ?? certificate.subject;
}

const hasAuthority = (folder: string): boolean => {
  const { keyPath, certificatePath } = pathsOf(folder, 'ca');
  return isThere(keyPath) && isThere(certificatePath);
};

async function issueIdentity(folder: string, name: string): Promise<SigningIdentity> {
  const tpp = {
    organizationIdentifier: defaultTppId(name),
    organizationName: 'Conformance AS',
    roles: ['PSP_PI', 'PSP_AI'] as const,
  };
  await ensureTpp(folder, await ensureAuthority(folder), name, tpp);
  return readIdentity({ as: name }, folder);
}
