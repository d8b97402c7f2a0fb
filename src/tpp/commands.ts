/**
 * The commands of the TPP's command line, one function each. What a program may want goes to standard output, the rest to
 * standard error; a command answers with its exit code: 0, or 1 when the service refused.
 */
import { existsSync } from 'node:fs';
import type { Role } from './certificates.ts';
import { type Context, UsageError } from './context.ts';
import { explainRequest } from './explain.ts';
import { allRoles, ensureAuthority, ensureTpp, pathsOf } from './files.ts';
import { instantPath, instantPayment } from './payments.ts';
import { type Answer, send } from './send.ts';
import { signRequest, type Unsigned } from './sign.ts';

/** Where a command writes to. */
export interface Output {
  /** The result. */
  readonly print: (text: string) => void;
  /** What stands around it. */
  readonly note: (text: string) => void;
}

type Command = (context: Context, output: Output, ...words: string[]) => Promise<number>;

async function perform(request: Unsigned, context: Context, output: Output): Promise<Answer> {
  const identity = context.identity();
  output.note(`${request.method} ${request.url}`);
  const answer = await send(request, identity, context.signOptions);
  output.note(`HTTP ${answer.status}`);
  if (answer.text !== '')
    output.print(answer.json === undefined ? answer.text : JSON.stringify(answer.json, null, 2));
  return answer;
}

const exitCode = ({ status, json }: Answer): number => (status < 400 && !record(json).errors ? 0 : 1);

function post(context: Context, path: string, body: unknown, more: Record<string, string> = {}): Unsigned {
  const headers = { ...more, ...context.headers() };
  return { method: 'POST', url: `${context.base}${path}`, headers, body: JSON.stringify(body) };
}

/** Looks into an answer of any shape. */
function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

const pay: Command = async (context, output) => {
  const { amount, creditor, debtor, text } = context.values;
  const choices = {
    ...(amount === undefined ? {} : { amount }),
    ...(creditor === undefined ? {} : { creditor }),
    ...(debtor === undefined ? {} : { debtor }),
    ...(text === undefined ? {} : { text }),
  };
  const answer = await perform(
    post(context, instantPath, instantPayment(choices), context.psuHeaders()),
    context,
    output,
  );
  const { paymentId, _links } = record(answer.json);
  const { href } = record(record(_links).scaRedirect);
  if (href) output.note(`\nApprove it in a browser:\n  ${href}`);
  if (paymentId) output.note(`Read its status:\n  npm run tpp -- status ${paymentId}${again(context)}`);
  return exitCode(answer);
};

/** The options that the next command needs as well. */
function again({ values }: Context): string {
  const repeated = (['url', 'as', 'certificate', 'key'] as const).filter(
    (name) => values[name] !== undefined,
  );
  return repeated.map((name) => ` --${name} ${values[name]}`).join('');
}

/** The status resource lies under the payment's product, which GraphQL knows by the id alone. */
const status: Command = async (context, output, paymentId) => {
  if (!paymentId) throw new UsageError('status needs a paymentId.');
  const query =
    'query ($paymentId: String!) { payment(paymentId: $paymentId) { links { status { href } } } }';
  const found = await send(
    post(context, '/graphql', { query, variables: { paymentId } }),
    context.identity(),
  );
  const { payment } = record(record(found.json).data);
  if (payment === null) {
    output.note(`This TPP has no payment ${paymentId}.`);
    return 1;
  }
  const { href } = record(record(record(payment).links).status);
  if (typeof href !== 'string') {
    output.print(found.text);
    return 1;
  }
  const request = { method: 'GET', url: `${context.base}${href}`, headers: context.headers() };
  return exitCode(await perform(request, context, output));
};

const sendAny: Command = async (context, output, method, path) =>
  exitCode(await perform(context.request(method, path), context, output));

const graphql: Command = async (context, output, document) => {
  const query = context.given(document);
  if (query === null) throw new UsageError('graphql needs a document, or @file.');
  const variables = parseVariables(context.given(context.values.variables) ?? '{}');
  return exitCode(await perform(post(context, '/graphql', { query, variables }), context, output));
};

function parseVariables(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--variables takes JSON.');
  }
}

const token: Command = async (context, output) => {
  const query = 'mutation { createConsoleToken(input: {}) { token } }';
  const answer = await send(post(context, '/graphql', { query }), context.identity(), context.signOptions);
  const made = record(record(record(answer.json).data).createConsoleToken).token;
  if (typeof made === 'string') {
    output.print(made);
    output.note('Send it as Authorization: Bearer <token> to /graphql.');
    return 0;
  }
  const [error] = Array.isArray(record(answer.json).errors) ? (record(answer.json).errors as unknown[]) : [];
  const why = record(error).message ?? record(answer.json).message ?? answer.text.slice(0, 300);
  output.note(`The service made no token (HTTP ${answer.status}): ${why}`);
  return 1;
};

const explain: Command = async (context, output, method, path) => {
  const request = context.request(method, path);
  // A request that comes with its Signature is taken as it is: someone wonders why it was refused.
  const ready = request.headers !== undefined && 'signature' in request.headers;
  const headers = ready
    ? new Headers(request.headers)
    : signRequest(request, context.identity(), context.signOptions);
  output.print(explainRequest(request, headers));
  return 0;
};

const curl: Command = async (context, output, method, path) => {
  const request = context.request(method, path);
  const headers = [...signRequest(request, context.identity(), context.signOptions)];
  const lines = headers.map(
    ([name, value]) => `  -H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const body = request.body === null ? [] : [`  --data-binary ${quote(request.body)}`];
  output.print([`curl -X ${request.method} ${quote(request.url)}`, ...lines, ...body].join(' \\\n'));
  return 0;
};

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const create: Command = async (context, output, name) => {
  const { folder, values } = context;
  const file =
    (name ?? '')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? '';
  if (!name || file === '') throw new UsageError('new needs a name, such as acme.');
  if (file === 'ca' || file === 'demo') throw new UsageError(`The name ${file} is taken.`);
  if (!existsSync(pathsOf(folder, 'ca').keyPath)) {
    throw new UsageError(`There is no sandbox CA in ${folder}; start the service first (npm start).`);
  }
  const now = new Date();
  const organizationIdentifier = values.id ?? `PSDNO-FSA-${file.toUpperCase()}`;
  const tpp = { organizationIdentifier, organizationName: name, roles: rolesOf(values.roles) };
  const made = await ensureTpp(folder, await ensureAuthority(folder, now), file, tpp, now, true);
  output.print(`${made.organizationIdentifier}\n${made.certificatePath}\n${made.keyPath}`);
  output.note(`Use it:\n  npm run tpp -- pay --as ${file}`);
  return 0;
};

function rolesOf(text: string | undefined): readonly Role[] {
  if (text === undefined) return allRoles;
  const known: readonly string[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] satisfies Role[];
  const roles = text.split(',').map((role) => role.trim().toUpperCase());
  const unknown = roles.find((role) => !known.includes(role));
  if (unknown !== undefined) throw new UsageError(`--roles takes ${known.join(', ')}, not '${unknown}'.`);
  return roles as Role[];
}

export const commands: ReadonlyMap<string, Command> = new Map([
  ['pay', pay],
  ['status', status],
  ['send', sendAny],
  ['graphql', graphql],
  ['token', token],
  ['explain', explain],
  ['curl', curl],
  ['new', create],
]);
