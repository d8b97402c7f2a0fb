import { z } from 'zod';
import { baseAddressRule, isBaseAddress, normaliseBaseAddress } from '../domain/values/base-address.ts';
import { isLoopback } from '../domain/values/loopback.ts';
import { percentDecoded } from '../domain/values/text.ts';
import { isSpecialFile } from '../operator-file.ts';

export const integer = (min: number, max: number, unit?: string) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number${unit === undefined ? '' : ` of ${unit}`} from ${min} to ${max}`,
    )
    .transform(Number);
/**
 * The service creates this folder. No shell replaces `~` in `.env`, so the folder would really be called `~`. An operator who then deletes
 * it with `rm -r ~` would delete the home folder.
 */
export const folderToCreate = z
  .string()
  .regex(
    /^[^~$\s]/,
    'must be a path that does not begin with a blank, or with ~ or $, which only a shell replaces',
  );
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true');
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const webUrl = z
  .string()
  .refine(isBaseAddress, `must be an http or https URL ${baseAddressRule}`)
  .transform(normaliseBaseAddress);
/** The Path of cookies is the path of this address, and a semicolon would end it. */
export const publicWebUrl = webUrl.refine((text) => !text.includes(';'), 'must be a URL without a semicolon');
/** Parameters of a database URL that name files. The driver reads these files. */
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];
const filesInUrl = ({ searchParams }: URL): readonly string[] =>
  fileParameters.flatMap((name) => searchParams.getAll(name));

export const postgresUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
    error: 'must be a postgres:// URL',
    abort: true,
  })
  .refine(
    (text) => !filesInUrl(new URL(text)).some(isSpecialFile),
    `must name regular files in ${fileParameters.join(', ')}`,
  );

/** The URL has no user and no query, because every call would send them. */
export const remoteUrlAsWritten = z.string().refine((text) => {
  if (!isBaseAddress(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname);
}, `must be an https URL, or http on a loopback host, ${baseAddressRule}`);
export const remoteBaseUrl = remoteUrlAsWritten.transform(normaliseBaseAddress);

/** The OpenTelemetry format: `name=value,name=value`, percent-encoded. */
export const nameValueList = z
  .string()
  .refine(
    (text) => readNameValueList(text) !== null,
    'must be a list such as name=value,name=value with percent-encoded values',
  )
  .transform((text) => readNameValueList(text) ?? {});

/** null: the list is malformed, or a value is not printable ASCII. A name has only the characters of a header name. */
function readNameValueList(text: string): Readonly<Record<string, string>> | null {
  const values: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    const plainValue = percentDecoded(value.trim());
    if (plainValue === null || !/^[\x20-\x7e]*$/.test(plainValue)) return null;
    values[name] = plainValue;
  }
  return values;
}

export const samplingRatio = z
  .string()
  .refine(
    (text) => /^(0|1|0?\.\d{1,9}|[01]\.0+)$/.test(text),
    'must be a decimal number from 0 to 1, such as 0.1',
  )
  .transform(Number);
