import { nodeChangesPath } from './send.ts';
import type { TextRequest } from './sign.ts';
import { quoted } from './toolkit-line.ts';

/** Linux refuses an argument of this size. It does not limit printf, which is part of the shell. */
const tooManyArgumentBytes = 128 * 1_024;

export function curlOf(
  { method, url, body }: TextRequest,
  headers: readonly (readonly [string, string])[],
): string {
  const flags = [
    // With -X HEAD curl would wait for a body.
    ...(method === 'HEAD' ? ['--head'] : ['-X', method]),
    // curl expands brackets and braces in an address.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    // Like Node, curl would resolve `..`.
    ...(nodeChangesPath(url) ? ['--path-as-is'] : []),
  ];
  // curl sends an empty header only if a semicolon follows the name.
  const lineOf = (name: string, value: string) => (value === '' ? `${name};` : `${name}: ${value}`);
  const lines = headers.map(([name, value]) => `-H ${quoted(lineOf(name, value))}`);
  const isPiped = body !== null && Buffer.byteLength(body) >= tooManyArgumentBytes;
  const data = body === null ? [] : [isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`];
  const command = [`curl ${flags.join(' ')} ${quoted(url)}`, ...lines, ...data].join(' \\\n  ');
  return isPiped ? `printf %s ${quoted(body)} | ${command}` : command;
}
