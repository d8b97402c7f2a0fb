/**
 * What the commands of the TPP's command line start from: options and environment turned into an address, an identity, headers
 * and bodies. A mistake of the caller is a UsageError, told in one line.
 */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serviceAddress } from './address.ts';
import { pathsOf, tppFolder } from './files.ts';
import { psuIdOf, returnPageOf, singleScaHeaders } from './payments.ts';
import type { Identity, SignOptions, Unsigned } from './sign.ts';

export class UsageError extends Error {}

const options = {
  amount: { type: 'string' },
  creditor: { type: 'string' },
  debtor: { type: 'string' },
  text: { type: 'string' },
  body: { type: 'string' },
  variables: { type: 'string' },
  header: { type: 'string', multiple: true },
  psu: { type: 'boolean' },
  'psu-id': { type: 'string' },
  wrap: { type: 'string' },
  roles: { type: 'string' },
  id: { type: 'string' },
  as: { type: 'string' },
  url: { type: 'string' },
  certificate: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Values = ReturnType<typeof parse>['values'];
type Environment = Readonly<Record<string, string | undefined>>;

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options });
}

export function readArguments(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/);
    throw new UsageError(`${sentence}; see npm run tpp -- --help.`);
  }
}

export interface Context {
  readonly values: Values;
  /** Base address of the service, without a trailing slash. */
  readonly base: string;
  /** Where the sandbox keeps its CA and its TPPs. */
  readonly folder: string;
  readonly signOptions: SignOptions;
  identity(): Identity;
  /** Headers that name a PSU and ask for single SCA: the identity's own PSU, or that of --psu-id. */
  psuHeaders(): Record<string, string>;
  /** Headers of --psu (or --psu-id) and --header; the latter win. */
  headers(): Record<string, string>;
  request(method: string | undefined, path: string | undefined): Unsigned & { readonly body: string | null };
  /** A text of the command line, or of a file that it names by @. */
  given(text: string | undefined): string | null;
}

export function createContext(values: Values, env: Environment): Context {
  const base = addressOf(values.url, env);
  const folder = tppFolder(env.DATA_DIR || '.data');
  const context: Context = {
    values,
    base,
    folder,
    signOptions: { wrap: wrapOf(values.wrap) },
    identity: () => identityOf(values, folder),
    psuHeaders: () =>
      singleScaHeaders({
        psuId: values['psu-id'] ?? psuIdOf(context.identity()),
        returnTo: returnPageOf(base),
      }),
    headers: () => ({
      ...(values.psu || values['psu-id'] !== undefined ? context.psuHeaders() : {}),
      ...headersOf(values.header ?? []),
    }),
    request: (method, path) => {
      if (!method || !path?.startsWith('/'))
        throw new UsageError('A method and a path are needed, such as GET /v1/…');
      return {
        method: method.toUpperCase(),
        url: `${base}${path}`,
        headers: context.headers(),
        body: context.given(values.body),
      };
    },
    given: (text) => (text === undefined ? null : text.startsWith('@') ? readText(text.slice(1)) : text),
  };
  return context;
}

function addressOf(url: string | undefined, env: Environment): string {
  const address = serviceAddress(url, env);
  if (address !== null) return address;
  throw new UsageError(
    url === undefined
      ? `PUBLIC_URL and PORT give no http or https address: '${env.PUBLIC_URL || env.PORT}'.`
      : `--url takes an http or https address, not '${url}'.`,
  );
}

function wrapOf(text: string | undefined): 'plain' | 'B' | 'Q' {
  if (text === undefined || text === 'plain') return 'plain';
  if (text === 'B' || text === 'Q') return text;
  throw new UsageError(`--wrap takes plain, B or Q, not '${text}'.`);
}

/** The key must be that of the certificate: the bank could only say that the signature is wrong. */
function identityOf(values: Values, folder: string): Identity {
  const identity = readIdentity(values, folder);
  try {
    const certificate = new X509Certificate(identity.certificatePem);
    if (certificate.checkPrivateKey(createPrivateKey(identity.privateKeyPem))) return identity;
  } catch {
    throw new UsageError('The certificate or the key is no PEM file of its kind.');
  }
  throw new UsageError('The key is not that of the certificate.');
}

function readIdentity(values: Values, folder: string): Identity {
  const files = pathsOf(folder, values.as ?? 'demo');
  const named = values.certificate !== undefined || values.key !== undefined;
  if (named && (values.certificate === undefined || values.key === undefined)) {
    throw new UsageError('--certificate and --key go together.');
  }
  try {
    return {
      certificatePem: readFileSync(values.certificate ?? files.certificatePath, 'utf8'),
      privateKeyPem: readFileSync(values.key ?? files.keyPath, 'utf8'),
    };
  } catch {
    if (named) throw new UsageError(`Cannot read ${values.certificate} and ${values.key}.`);
    const remedy =
      values.as === undefined
        ? 'start the service first (npm start)'
        : `make it: npm run tpp -- new ${values.as}`;
    throw new UsageError(`There is no TPP '${values.as ?? 'demo'}' in ${folder}; ${remedy}.`);
  }
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new UsageError(`--header takes 'Name: value', not '${line}'.`);
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`Cannot read ${file}.`);
  }
}
