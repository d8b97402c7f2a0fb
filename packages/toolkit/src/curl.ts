import { changesPath } from './send.ts';
import type { TextRequest } from './sign.ts';
import { quoted } from './toolkit-line.ts';

/** Linux takes fewer bytes in one argument of a program. printf is part of the shell. */
const argumentBytesAtMost = 128 * 1_024;

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
  const isPiped = body !== null && Buffer.byteLength(body) >= argumentBytesAtMost;
  const data = body === null ? [] : [isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`];
  const command = [`curl ${flags.join(' ')} ${quoted(url)}`, ...lines, ...data].join(' \\\n  ');
  return isPiped ? `printf %s ${quoted(body)} | ${command}` : command;
}
