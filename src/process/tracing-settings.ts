import { z } from 'zod';

/** The OpenTelemetry format: `name=value,name=value`, percent-encoded. */
export const nameValueList = z
  .string()
  .refine(
    (text) => readNameValueList(text) !== null,
    'must be a list such as name=value,name=value with percent-encoded values',
  )
  .transform((text) => readNameValueList(text) ?? {});

/** Returns null if the list is malformed, or a value is not printable ASCII. */
function readNameValueList(text: string): Readonly<Record<string, string>> | null {
  const values: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      values[name] = decodeURIComponent(value.trim());
    } catch {
      return null;
    }
    if (!/^[\x20-\x7e]*$/.test(values[name])) return null;
  }
  return values;
}

/** Values of OTEL_TRACES_SAMPLER that OpenTelemetry defines. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const samplingRatio = z
  .string()
  .refine(
    (text) => /^(0|1|0?\.\d{1,9}|[01]\.0+)$/.test(text),
    'must be a decimal number from 0 to 1, such as 0.1',
  )
  .transform(Number);
