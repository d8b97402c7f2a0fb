import { changesPath } from './send.ts';
import type { TextRequest } from './sign.ts';
import { quoted } from './toolkit-line.ts';

export function curlOf(
  { method, url, body }: TextRequest,
  headers: readonly (readonly [string, string])[],
): string {
  // After HEAD curl would wait for a body. It expands brackets and braces in addresses, and resolves `..`.
  const flags = [
    ...(method === 'HEAD' ? ['--head'] : ['-X', method]),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(changesPath(url) ? ['--path-as-is'] : []),
  ];
  const lines = headers.map(
    ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const data = body === null ? [] : [`--data-raw ${quoted(body)}`];
  return [`curl ${flags.join(' ')} ${quoted(url)}`, ...lines, ...data].join(' \\\n  ');
}
