export interface Option {
  /** What the help calls the value of the option. Without it the option is a flag. */
  readonly takes?: string;
  readonly about: string;
  readonly multiple?: true;
  readonly mayBeEmpty?: true;
  readonly short?: string;
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

type OptionValue<O extends Option> = O extends { readonly takes: string } ? TextValue<O> : boolean;

type TextValue<O extends Option> = O extends { readonly multiple: true }
  ? readonly string[]
  : O extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string;

export type OptionValues<O extends Options> = { readonly [Name in keyof O]?: OptionValue<O[Name]> };

export const commonOptions = {
  url: {
    takes: 'ADDRESS',
    about:
      'address of the service (default: PUBLIC_URL or PORT from the environment or .env, then http://localhost:4000)',
  },
  as: {
    takes: 'NAME',
    about:
      'name or tppId of the TPP that signs; the certificate command creates TPPs (default: the demo TPP)',
  },
  'data-dir': {
    takes: 'FOLDER',
    about:
      'data folder of the sandbox, with its keys (default: DATA_DIR from the environment or .env, then .data)',
  },
  certificate: { takes: 'FILE', about: 'PEM certificate of the TPP that signs; needs --key' },
  key: { takes: 'FILE', about: 'PEM private key of that certificate' },
  json: { about: 'print one JSON value on standard output' },
  help: { short: 'h', about: 'show this help' },
} as const satisfies Options;

export const requestOptions = {
  body: {
    takes: 'JSON|@FILE',
    about: 'the request body, or @ and the file that contains it',
    mayBeEmpty: true,
  },
  header: { takes: "'Name: value'", about: 'an additional header; can be repeated', multiple: true },
  psu: {
    about:
      'add the headers of a private PSU who logs in and approves in one step (single SCA); for a company, also send PSU-Context and PSU-Corporate-ID by --header',
  },
  redirect: {
    takes: 'ADDRESS',
    about:
      'like --psu, but the bank returns the PSU to this address instead of the return page of the sandbox',
  },
  'psu-id': { takes: 'UUID', about: 'like --psu, but for this PSU instead of the default PSU of the TPP' },
  wrap: {
    takes: 'FORM',
    choices: ['plain', 'B', 'Q'],
    about: 'encoding of the Signature header: plain (default), or B or Q of RFC 2047',
  },
} as const satisfies Options;
