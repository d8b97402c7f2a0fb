import { isRefused } from '../graphql.ts';
import { record, textAt } from '../record.ts';
import { type Answer, FailedError, requireNoRedirect, send, summaryOf } from '../send.ts';
import type { Unsigned } from '../sign.ts';
import type { RequestCall } from './call.ts';
import { exitCodes } from './failures.ts';

export async function exchange(call: RequestCall, request: Unsigned): Promise<Answer> {
  const answer = await send(request, call.identity(), { wrap: call.values.wrap });
  const isCertificateRefused = answer.status === 401 && textAt(answer.json, 'code') === 'CERTIFICATE_INVALID';
  // The usual cause is that the folder belongs to another sandbox than this bank.
  if (isCertificateRefused && call.values.certificate === undefined)
    call.note(
      `The certificate comes from ${call.folder}. If this bank uses another data folder, name it with --data-dir.`,
    );
  requireNoRedirect(answer, request.url);
  if (answer.status < 500) return answer;
  throw new FailedError(`${request.method} ${request.url}: the service failed, ${summaryOf(answer)}`);
}

export async function showExchange(call: RequestCall, request: Unsigned): Promise<Answer> {
  const answer = await exchange(call, request);
  const { json, text, headers } = answer;
  const bankHeaders = [...headers].filter(([name]) => name.startsWith('aspsp-'));
  const lines = bankHeaders.map(([name, value]) => `\n${name}: ${value}`);
  call.note(`${request.method} ${request.url}\nHTTP ${answer.status}${lines.join('')}`);
  call.answer(answerJson(answer), json === undefined ? text : JSON.stringify(json, null, 2));
  return answer;
}

export const answerJson = ({ status, headers, text, json }: Answer) => ({
  status,
  headers: Object.fromEntries(headers),
  body: text === '' ? null : (json ?? text),
});

/** A response with status 200 may contain GraphQL errors, or a refusal in the payload of a mutation. */
export function exitCodeOf({ status, json }: Answer): number {
  const { errors, data } = record(json);
  return status < 400 && !errors && !isRefused(data) ? exitCodes.done : exitCodes.refused;
}
