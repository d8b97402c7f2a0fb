import { FileTextError } from '../../../../src/domain/values/file-text.ts';
import { type RequestCall, requestOf, type ToolkitCall } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { exitCodes, UsageError } from '../command/failures.ts';
import { type Options, requestOptions } from '../command/options.ts';
import { readBytes, readText } from '../command/text-files.ts';
import type { RequestToExplain } from '../explain/request.ts';
import { isThere, pathsOf } from '../files.ts';
import { signRequest, wireHeaders } from '../sign.ts';

export const explain = defineCommand({
  name: 'explain',
  summary: 'list every fault that the bank would find in a request; nothing is sent',
  words: ['[METHOD]', '[PATH]'],
  about: [
    "The command signs the request first. With --header 'Signature: …' it checks the request as it is.",
    'As the service does, it trusts the CA in DATA_DIR and those in TRUST_ANCHORS.',
  ],
  options: {
    ...requestOptions,
    request: {
      takes: 'FILE',
      about: 'a saved request instead of METHOD and PATH: raw HTTP or a curl command; - reads standard input',
    },
  },
  example: 'npm run tpp -- explain --request failed.http',
  async run(call) {
    const { explainRequest, isTrustFault } = await import('../explain/explain.ts');
    const { explanationText } = await import('../explain/present.ts');
    const request = await requestFor(call, call.values.request);
    const settings = settingsOf(call);
    try {
      const explanation = explainRequest(request, settings);
      call.answer(explanation, explanationText(request, explanation));
      return explanation.valid ? exitCodes.done : exitCodes.refused;
    } catch (error) {
      throw isTrustFault(error) ? new UsageError(`TRUST_ANCHORS: ${error.message}`) : error;
    }
  },
});

async function requestFor(call: RequestCall, file: string | undefined): Promise<RequestToExplain> {
  if (file === undefined) return describedRequest(call);
  if (call.words.length > 0 || Object.keys(requestOptions).some((name) => name in call.values))
    throw new UsageError(
      '--request replaces METHOD, PATH and the other options of a request: leave them out.',
    );
  const { readRequest } = await import('../explain/read-request.ts');
  const bytes = file === '-' ? await call.readInput() : readBytes(file, '--request');
  try {
    const request = readRequest(bytes, (path) => readBytes(path, 'the body of --request'));
    if (request !== null) return request;
  } catch (error) {
    throw error instanceof FileTextError ? new UsageError(`--request ${error.message}.`) : error;
  }
  throw new UsageError('--request must contain an HTTP request or a curl command.');
}

function describedRequest(call: RequestCall): RequestToExplain {
  if (call.words.length < 2) throw new UsageError('explain needs METHOD and PATH, or --request FILE.');
  const request = requestOf(call);
  // A signed request stays unchanged: the user wants to know why the bank refused it.
  const isSigned = request.headers !== undefined && 'signature' in request.headers;
  const headers = isSigned
    ? wireHeaders(request.headers)
    : signRequest(request, call.identity(), { wrap: call.values.wrap });
  const body = request.body === null ? null : Buffer.from(request.body);
  return { method: request.method, target: request.url.slice(call.base().length), headers, body };
}

function settingsOf({ env, folder }: ToolkitCall<Options>) {
  const maxAgeSeconds = Number(env.SIGNATURE_MAX_AGE);
  const sandbox = env.SANDBOX !== 'false';
  const sandboxCa = pathsOf(folder, 'ca').certificatePath;
  const trustsSandboxCa = sandbox && isThere(sandboxCa);
  const sandboxAnchors = trustsSandboxCa ? [readText(sandboxCa, 'the sandbox CA')] : [];
  const otherAnchors = env.TRUST_ANCHORS ? [readText(env.TRUST_ANCHORS, 'TRUST_ANCHORS')] : [];
  return {
    trustAnchors: [...sandboxAnchors, ...otherAnchors],
    sandbox,
    notifications: sandbox || Boolean(env.NOTIFICATION_KEY),
    issues: trustsSandboxCa,
    ...(Number.isInteger(maxAgeSeconds) && maxAgeSeconds > 0 ? { maxAgeSeconds } : {}),
  };
}
