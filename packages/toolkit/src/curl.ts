import { nodeChangesPath } from './send.ts';
import type { TextRequest } from './sign.ts';
import { quoted } from './toolkit-line.ts';

/** Linux starts no program with an argument of this size. The shell runs printf itself, so printf takes longer ones. */
const argumentBytesLimit = 128 * 1_024;

/** Returns a command line that sends the request with these headers. */
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
  const isPiped = body !== null && Buffer.byteLength(body) >= argumentBytesLimit;
  const data = body === null ? [] : [isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`];
  const command = [`curl ${flags.join(' ')} ${quoted(url)}`, ...lines, ...data].join(' \\\n  ');
  return isPiped ? `printf %s ${quoted(body)} | ${command}` : command;
}
