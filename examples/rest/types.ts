/** The generated types as a caller meets them: without the headers that the client fills in. */
import type { FetchOptions, FetchResponse } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

/** `Schema['CreatedPayment']`, `Schema['INDCTSBody']`, … */
export type Schema = components['schemas'];

/** The body of an answer that refuses; an operation narrows `code` to the codes that it knows. */
export type Refusal = Schema['Error'];

/** The calls: a path of the document, then what it takes. Fields and parameters that it does not have are no types. */
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

/** What is left to give; nothing at all where nothing must be given. */
type InitOf<Op> = object extends FetchOptions<Op> ? [init?: FetchOptions<Op>] : [init: FetchOptions<Op>];

type Operation<Path extends keyof paths, Method extends string> = Method extends keyof paths[Path]
  ? Unsigned<paths[Path][Method]>
  : never;

/** An operation whose parameters are those of a caller. */
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
    /** Yours to give when an act may have to be repeated; a fresh UUID when absent. */
    'X-Request-ID'?: string;
  };

/** OpenAPI cannot say that one header stands in for another. */
type Psu<Headers> = Headers extends { 'PSU-ID': string }
  ? 'X-PSU-IDENTITY' extends keyof Headers
    ? Pick<Headers, 'PSU-ID'> | Required<Pick<Headers, 'X-PSU-IDENTITY'>>
    : Pick<Headers, 'PSU-ID'>
  : Pick<Headers, PsuNames & keyof Headers>;
