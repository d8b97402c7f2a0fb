import { type RequestCall, requestOf } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { requestOptions } from '../command/options.ts';
import { curlOf } from '../curl.ts';
import { requireUnchangedPath } from '../send.ts';
import { signRequest, writtenHeaders } from '../sign.ts';

export const sign = defineCommand({
  name: 'sign',
  summary: 'sign a request and print its headers; nothing is sent',
  words: ['METHOD', 'PATH'],
  about: [
    'The command prints each header as a line Name: value. With --curl it prints a curl command that sends the request.',
  ],
  options: { ...requestOptions, curl: { about: 'print a curl command' } },
  example: 'npm run tpp -- sign POST /v1/signing-baskets --psu --body @basket.json --curl',
  run: (call) => printSigned(call, call.values.curl ? 'CURL' : 'HEADERS'),
});

export const curl = defineCommand({
  name: 'curl',
  summary: 'the same as sign --curl',
  words: ['METHOD', 'PATH'],
  options: requestOptions,
  example: 'npm run tpp -- curl GET /v1/sandbox/customers',
  run: (call) => printSigned(call, 'CURL'),
});

async function printSigned(call: RequestCall, form: 'CURL' | 'HEADERS'): Promise<undefined> {
  const request = requestOf(call);
  const headers = writtenHeaders(signRequest(request, call.identity(), { wrap: call.values.wrap }));
  const { method, url, body } = request;
  // The curl command sends the path as it is. Other clients may change some paths, so these paths are refused.
  if (form === 'HEADERS') requireUnchangedPath(url);
  const lines =
    form === 'CURL'
      ? curlOf(request, headers)
      : headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  call.answer({ method, url, headers: Object.fromEntries(headers), body }, lines);
}
