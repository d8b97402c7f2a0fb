import { baseAddressRule } from '../../../../src/domain/values/base-address.ts';
import { serviceAddress, type ToolkitEnvironment } from '../address.ts';
import { dataDirOf, tppFolder } from '../files.ts';
import { psuIdOf, returnPageOf, singleScaHeaders } from '../payments.ts';
import type { SigningIdentity, TextRequest } from '../sign.ts';
import { toolkitAt } from '../toolkit-line.ts';
import { UsageError } from './failures.ts';
import { readIdentity } from './identity.ts';
import type { commonOptions, Options, OptionValues, requestOptions } from './options.ts';
import { readExactText } from './text-files.ts';

/** What a command uses of its process. Tests replace it. */
export interface Surroundings {
  readonly env: ToolkitEnvironment;
  /** The settings of `.env`. Command lines that the toolkit prints omit them: it reads `.env` again when the user runs them. */
  readonly fileSettings: ToolkitEnvironment;
  /** Writes a line to standard output. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly note: (text: string) => void;
  readonly readInput: () => Promise<Uint8Array>;
  readonly colour: boolean;
  readonly isTerminal: boolean;
  /** The signal is aborted at Ctrl-C. In a command that does not call this, Ctrl-C ends the process. */
  readonly interruption: () => AbortSignal;
}

export interface ToolkitCall<O extends Options> extends Surroundings {
  readonly words: readonly string[];
  readonly values: OptionValues<O & typeof commonOptions>;
  /** The address of the service, without a slash at its end. */
  base(): string;
  /** Where the TPPs of the sandbox have their keys. */
  readonly folder: string;
  identity(): SigningIdentity;
  /** The command line of another command. It is for the TPP of this call, unless `tpp` has the options that name another. */
  line(words: readonly string[], tpp?: readonly string[]): string;
  /** Prints `json` with --json, otherwise `text`. */
  answer(json: unknown, text: string): void;
  /** Prints `text` on a terminal without --json, otherwise `json`. */
  show(json: unknown, text: string): void;
}

export function createCall(
  words: readonly string[],
  values: OptionValues<typeof commonOptions>,
  surroundings: Surroundings,
): ToolkitCall<Options> {
  const { env, fileSettings, print, isTerminal } = surroundings;
  const dataDir = dataDirOf(values['data-dir'], env);
  const folder = tppFolder(dataDir);
  let identity: SigningIdentity | undefined;
  const printer = (asJson: boolean) => (json: unknown, text: string) => {
    if (asJson) print(JSON.stringify(json, null, 2));
    else if (text !== '') print(text);
  };
  return {
    ...surroundings,
    words,
    values,
    folder,
    base: () => baseOf(values.url, env),
    identity: () => {
      identity ??= readIdentity(values, folder);
      return identity;
    },
    line: (command, tpp = tppOptions(values)) =>
      toolkitAt({ url: baseOf(values.url, env), dataDir }, fileSettings).line([...command, ...tpp]),
    answer: printer(values.json === true),
    show: printer(values.json === true || !isTerminal),
  };
}

function tppOptions(values: OptionValues<typeof commonOptions>): readonly string[] {
  const names = ['as', 'certificate', 'key'] as const;
  return names.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]));
}

function baseOf(url: string | undefined, env: ToolkitEnvironment): string {
  const address = serviceAddress(url, env);
  if (address === null)
    throw new UsageError(
      url === undefined
        ? `PUBLIC_URL and PORT do not form an http or https address: '${env.PUBLIC_URL || env.PORT}'.`
        : `--url must be an http or https address ${baseAddressRule}, not '${url}'.`,
    );
  const [door] = /\/(v1|graphql)$/.exec(address) ?? [];
  if (url !== undefined && door !== undefined)
    throw new UsageError(`--url must be the base address of the service, without ${door}, not '${url}'.`);
  return address;
}

/** The call of any command is a RequestCall: the value of an option that the command does not have is undefined. */
export type RequestCall = ToolkitCall<typeof requestOptions>;

export function requestOf(call: RequestCall): TextRequest {
  const [method = '', path = ''] = call.words;
  if (!/^[A-Za-z]{3,10}$/.test(method))
    throw new UsageError(`METHOD must be a method such as GET, not '${method}'.`);
  if (!/^\/[^\s#]*$/.test(path))
    throw new UsageError(
      `PATH must begin with a slash, such as /v1/…, and must not contain spaces or #: '${path}'.`,
    );
  return {
    method: method.toUpperCase(),
    // fetch would encode characters outside ASCII. curl, for which `sign` prints this address, would not.
    url: `${call.base()}${path.replace(/[^ -~]+/g, encodeURIComponent)}`,
    headers: headersOf(call),
    body: call.values.body === undefined ? null : resolveText(call.values.body),
  };
}

export function headersOf(call: RequestCall): Record<string, string> {
  const { psu, 'psu-id': psuId, redirect, header = [] } = call.values;
  const hasPsu = psu || psuId !== undefined || redirect !== undefined;
  return { ...(hasPsu ? psuHeaders(call) : {}), ...readHeaders(header) };
}

export function psuHeaders(call: RequestCall): Record<string, string> {
  const psuId = call.values['psu-id'] ?? psuIdOf(call.identity());
  return singleScaHeaders({ psuId, returnTo: call.values.redirect ?? returnPageOf(call.base()) });
}

/** Takes the lower-case name of a header, a token of RFC 9110. */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** Joins the values of a repeated header by commas. */
export function readHeaders(lines: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    const isHeader = colon > 0 && headerName.test(name) && !/[\r\n\0]/.test(value);
    if (!isHeader) throw new UsageError(`--header must have the form 'Name: value', not '${line}'.`);
    const earlierValue = values.get(name);
    values.set(name, earlierValue === undefined ? value : `${earlierValue}, ${value}`);
  }
  return Object.fromEntries(values);
}

/** A text that begins with `@` names the file that contains the text. */
export const resolveText = (text: string): string =>
  text.startsWith('@') ? readExactText(text.slice(1)) : text;
