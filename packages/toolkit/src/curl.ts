import type { TextRequest } from './sign.ts';
import { quoted } from './toolkit-line.ts';

export function curlOf(
  { method, url, body }: TextRequest,
  headers: readonly (readonly [string, string])[],
): string {
  // After HEAD curl would wait for a body, and it expands brackets and braces in addresses.
  const flags = [
    ...(method === 'HEAD' ? ['--head'] : ['-X', method]),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
  ];
  const lines = headers.map(
    ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const data = body === null ? [] : [`--data-raw ${quoted(body)}`];
  return [`curl ${flags.join(' ')} ${quoted(url)}`, ...lines, ...data].join(' \\\n  ');
}
