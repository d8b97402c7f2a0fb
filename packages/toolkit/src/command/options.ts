/** The options of commands as data, and the types of what a call carries. */

export interface Option {
  /** The placeholder of its value in help; absent for a flag. */
  readonly takes?: string;
  readonly about: string;
  readonly multiple?: true;
  /** All values that it takes. */
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { readonly takes: string }
  ? O extends { readonly multiple: true }
    ? readonly string[]
    : string
  : boolean;

/** What a call carries: nothing for an option that was not given. */
export type OptionValues<O extends Options> = { readonly [Name in keyof O]?: Value<O[Name]> };

/** Options of every command. */
export const commonOptions = {
  url: {
    takes: 'ADDRESS',
    about: 'the service; else PUBLIC_URL or PORT of the environment or of .env, else http://localhost:4000',
  },
  as: { takes: 'NAME', about: 'the TPP that signs, made by certificate, or its tppId; else the demo TPP' },
  'data-dir': {
    takes: 'FOLDER',
    about: 'where the sandbox keeps its keys; else DATA_DIR of the environment or of .env, else .data',
  },
  certificate: { takes: 'FILE', about: 'PEM of any TPP, together with --key' },
  key: { takes: 'FILE', about: 'PEM of its private key' },
  json: { about: 'one JSON value on standard output' },
  help: { about: 'this text' },
} as const satisfies Options;

/** Options of a request. */
export const requestOptions = {
  body: { takes: 'JSON|@FILE', about: 'the body, or the file that holds it' },
  header: { takes: "'Name: value'", about: 'a further header; may stand several times', multiple: true },
  psu: { about: 'add the headers of a PSU for single SCA' },
  redirect: {
    takes: 'ADDRESS',
    about: "with --psu: where the PSU's browser is sent back to; else the return page of the sandbox",
  },
  'psu-id': { takes: 'UUID', about: 'the same, for another PSU than the one that this TPP always acts for' },
  wrap: {
    takes: 'FORM',
    choices: ['plain', 'B', 'Q'],
    about: 'form of the Signature header: plain (default), or encoded as RFC 2047 has it',
  },
} as const satisfies Options;
