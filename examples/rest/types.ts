/** The generated types without the headers that the client fills in. */
import type { FetchOptions, FetchResponse } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

/** Such as `Schema['CreatedPayment']`. */
export type Schema = components['schemas'];

/** An operation narrows `code` to its own codes. */
export type Refusal = Schema['Error'];

/** Each call takes a path of the document; unknown fields and parameters are type errors. */
export interface BankClient {
  readonly GET: Calls<'get'>;
  readonly POST: Calls<'post'>;
  readonly PUT: Calls<'put'>;
  readonly DELETE: Calls<'delete'>;
}

type Calls<Method extends string> = <Path extends PathsWith<Method>>(
  path: Path,
  ...init: InitOf<Operation<Path, Method>>
) => Promise<FetchResponse<Operation<Path, Method>, object, 'application/json'>>;

type PathsWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];

/** Optional if nothing is required. */
type InitOf<Op> = object extends FetchOptions<Op> ? [init?: FetchOptions<Op>] : [init: FetchOptions<Op>];

type Operation<Path extends keyof paths, Method extends string> = Method extends keyof paths[Path]
  ? Unsigned<paths[Path][Method]>
  : never;

type Unsigned<Op> = Op extends { parameters: { header: infer Headers } }
  ? Omit<Op, 'parameters'> & {
      parameters: Omit<Op['parameters'], 'header'> & Given<CallHeaders<Headers>>;
    }
  : never;

type Given<Headers> = object extends Headers ? { header?: Headers } : { header: Headers };

type Filled = 'x-accept-fix' | 'Date' | 'Digest' | 'TPP-Signature-Certificate' | 'Signature';
type PsuNames = 'PSU-ID' | 'X-PSU-IDENTITY';

type CallHeaders<Headers> = Omit<Headers, Filled | PsuNames | 'X-Request-ID'> &
  Psu<Headers> & {
    /** Give one to repeat a request; a fresh UUID when absent. */
    'X-Request-ID'?: string;
  };

/** OpenAPI cannot express that one header replaces another. */
type Psu<Headers> = Headers extends { 'PSU-ID': string }
  ? 'X-PSU-IDENTITY' extends keyof Headers
    ? Pick<Headers, 'PSU-ID'> | Required<Pick<Headers, 'X-PSU-IDENTITY'>>
    : Pick<Headers, 'PSU-ID'>
  : Pick<Headers, PsuNames & keyof Headers>;
