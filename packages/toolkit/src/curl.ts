/** A signed request as a line for curl, which works as it stands in a shell. */
import type { TextRequest } from './sign.ts';
import { quoted } from './toolkit-line.ts';

export function curlOf(
  { method, url, body }: TextRequest,
  headers: readonly (readonly [string, string])[],
): string {
  // Without a body curl waits for one after HEAD, and it reads brackets and braces of an address as patterns.
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
