import { type BadKind, badKinds, writeBadCertificate } from '../bad-certificates.ts';
import { type Role, roleNames } from '../certificates.ts';
import { oneOf } from '../command/arguments.ts';
import { defineCommand } from '../command/command.ts';
import { UsageError } from '../command/failures.ts';
import {
  defaultTppId,
  earlierTpp,
  ensureAuthority,
  ensureTpp,
  fileNameFor,
  fileNameLengthAtMost,
  isThere,
  pathsOf,
  type TppDescription,
  tppRoles,
} from '../files.ts';
import { startCommand } from '../toolkit-line.ts';

export const certificate = defineCommand({
  name: 'certificate',
  aliases: ['new'],
  summary: 'create or renew the key and certificate of a sandbox TPP',
  words: ['NAME'],
  about: [
    'The sandbox CA issues the certificate, so the service with the same DATA_DIR trusts it. With --as NAME other commands use',
    'it. A bad certificate has a name of its own, such as acme.expired, and the tppId of the good one.',
  ],
  options: {
    id: {
      takes: 'PSDNO-FSA-…',
      about:
        'organizationIdentifier, which is also the tppId (default: that of the old certificate, otherwise derived from NAME)',
    },
    roles: {
      takes: 'PSP_PI,PSP_AI',
      about: 'PSD2 roles (default: those of the old certificate, otherwise PSP_PI, PSP_AI and PSP_IC)',
    },
    domain: {
      takes: 'tpp.example',
      about:
        "domains to which the bank may post notifications, separated by commas; '' for none (default: those of the old certificate)",
      mayBeEmpty: true,
    },
    bad: { takes: 'KIND', choices: badKinds, about: 'create a certificate that the bank refuses' },
  },
  example: 'npm run tpp -- certificate acme --bad expired',
  async run(call) {
    const { folder, values } = call;
    const [name = ''] = call.words;
    const file = requireFileName(name);
    if (values.bad === undefined && file === 'demo')
      throw new UsageError("The name 'demo' is reserved for the demo TPP, which the service creates itself.");
    const earlier = earlierTpp(folder, file);
    const organizationIdentifier = values.id ?? earlier?.organizationIdentifier ?? defaultTppId(file);
    if (!/^[!-~]{1,100}$/.test(organizationIdentifier))
      throw new UsageError('--id must be 1 to 100 printable ASCII characters without spaces.');
    const tpp = {
      organizationIdentifier,
      organizationName: name,
      roles: values.roles === undefined ? (earlier?.roles ?? tppRoles) : rolesOf(values.roles),
      domains: values.domain === undefined ? (earlier?.domains ?? []) : domainsOf(values.domain),
    };
    const tppFiles = await writeFiles(folder, file, tpp, values.bad);
    const { certificatePath, keyPath } = tppFiles;
    call.answer(
      { name: tppFiles.name, tppId: organizationIdentifier, certificate: certificatePath, key: keyPath },
      [organizationIdentifier, certificatePath, keyPath].join('\n'),
    );
    call.note(`Use it:\n  ${call.line(['pay'], ['--as', tppFiles.name])}`);
  },
});

async function writeFiles(folder: string, file: string, tpp: TppDescription, kind: BadKind | undefined) {
  if (!isThere(pathsOf(folder, 'ca').keyPath))
    throw new UsageError(`There is no sandbox CA in ${folder}; start the service first (${startCommand}).`);
  const authority = await ensureAuthority(folder);
  if (kind !== undefined) return writeBadCertificate(kind, folder, file, authority, tpp);
  return { name: file, ...(await ensureTpp(folder, authority, file, tpp, new Date(), 'ALWAYS')) };
}

function requireFileName(name: string): string {
  const file = fileNameFor(name);
  if (file === '')
    throw new UsageError(`NAME must contain a letter or a digit, such as acme, not '${name}'.`);
  if (file.length > fileNameLengthAtMost)
    throw new UsageError(`NAME can have at most ${fileNameLengthAtMost} letters and digits.`);
  if (file === 'ca') throw new UsageError("The name 'ca' is reserved for the sandbox CA.");
  return file;
}

function rolesOf(text: string): readonly Role[] {
  const roles = text.split(',').map((role) => oneOf(roleNames, '--roles', role.trim().toUpperCase()));
  return [...new Set(roles)];
}

function domainsOf(text: string): readonly string[] {
  if (text === '') return [];
  const domains = text.split(',').map((domain) => domain.trim());
  const wrongDomain = domains.find((domain) => !/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain));
  if (wrongDomain !== undefined)
    throw new UsageError(`--domain must contain only domains such as tpp.example, not '${wrongDomain}'.`);
  return domains;
}
