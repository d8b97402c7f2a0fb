/** The TPP's command line, `npm run tpp -- <command>`: signs, sends and explains requests to a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoOrganizationIdentifier, issueFor, readPair, tppFolder, writePair } from './files.ts';
import { instantPath, instantPayment, singleScaHeaders } from './psu.ts';
import { type Answer, send, UnreachableError } from './send.ts';
import { type Identity, signingStringOf, signRequest } from './sign.ts';

const help = `npm run tpp -- <command> [options]

Commands
  pay                          sign and send an instant payment
  status <paymentId>           read a payment's status
  send <METHOD> <path>         sign and send any request
  graphql <document | @file>   sign and send a GraphQL document
  token                        make a console token for GraphQL clients that cannot sign
  explain <METHOD> <path>      show what would be signed, without sending
  curl <METHOD> <path>         print the signed request as a curl command
  new <organizationIdentifier> [name]
                               make key and certificate of another TPP, signed by the sandbox CA

Options
  --amount 125.50              amount of pay, in NOK
  --body '{...}' | @file       body of send, explain and curl
  --variables '{...}'          variables of graphql
  --header 'Name: value'       a header more, may stand several times
  --psu                        add PSU headers for single SCA (pay always does)
  --url http://localhost:4000  where the service is (PUBLIC_URL, PORT)
  --certificate, --key         PEM files of the TPP (the demo TPP's in DATA_DIR/tpp)
  --help                       this text
`;

/** A mistake of the caller, told in one line. */
class UsageError extends Error {}

const { values, positionals } = readArguments();

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        amount: { type: 'string' },
        body: { type: 'string' },
        variables: { type: 'string' },
        header: { type: 'string', multiple: true },
        psu: { type: 'boolean' },
        url: { type: 'string' },
        certificate: { type: 'string' },
        key: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nSee npm run tpp -- --help.`);
    process.exit(2);
  }
}

const base = (values.url ?? process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT || 4000}`).replace(
  /\/+$/,
  '',
);
const folder = tppFolder(process.env.DATA_DIR || '.data');

function identity(): Identity {
  if (values.certificate !== undefined || values.key !== undefined) {
    if (values.certificate === undefined || values.key === undefined)
      throw new UsageError('--certificate and --key go together.');
    return { certificatePem: readText(values.certificate), privateKeyPem: readText(values.key) };
  }
  const demo = readPair(folder, 'demo');
  if (demo === null)
    throw new UsageError(
      `There is no demo TPP in ${folder}; start the service first, or name --certificate and --key.`,
    );
  return demo;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`Cannot read ${file}.`);
  }
}

/** Text given on the command line, or in a file named by @. */
const given = (text: string | undefined): string | null =>
  text === undefined ? null : text.startsWith('@') ? readText(text.slice(1)) : text;

function headers(): Record<string, string> {
  const own = (values.header ?? []).map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw new UsageError(`--header takes 'Name: value', not '${line}'.`);
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { ...(values.psu ? singleScaHeaders() : {}), ...Object.fromEntries(own) };
}

function request(method: string | undefined, path: string | undefined) {
  if (!method || !path?.startsWith('/'))
    throw new UsageError('A method and a path are needed: send GET /v1/…');
  return {
    method: method.toUpperCase(),
    url: `${base}${path}`,
    headers: headers(),
    body: given(values.body),
  };
}

function show(answer: Answer): void {
  console.log(answer.json === undefined ? answer.text : JSON.stringify(answer.json, null, 2));
  if (answer.status >= 400) process.exitCode = 1;
}

async function sendAndShow(what: ReturnType<typeof request>): Promise<Answer> {
  console.log(`${what.method} ${what.url}`);
  const answer = await send(what, identity());
  console.log(`HTTP ${answer.status}`);
  show(answer);
  return answer;
}

const post = (path: string, body: unknown, more: Record<string, string> = {}) => ({
  method: 'POST',
  url: `${base}${path}`,
  headers: { ...more, ...headers() },
  body: JSON.stringify(body),
});

const commands: Readonly<Record<string, (...words: string[]) => Promise<void> | void>> = {
  async pay() {
    const answer = await sendAndShow(post(instantPath, instantPayment(values.amount), singleScaHeaders()));
    const paymentId = (answer.json as { paymentId?: string } | undefined)?.paymentId;
    if (paymentId)
      console.log(
        `\nRead its status:\n  npm run tpp -- status ${paymentId}${values.url ? ` --url ${base}` : ''}`,
      );
  },
  async status(paymentId) {
    if (!paymentId) throw new UsageError('status needs a paymentId.');
    const query =
      'query ($paymentId: String!) { payment(paymentId: $paymentId) { links { status { href } } } }';
    const found = await send(post('/graphql', { query, variables: { paymentId } }), identity());
    const href = (found.json as { data?: { payment?: { links: { status: { href: string } } } } } | undefined)
      ?.data?.payment?.links.status.href;
    if (href === undefined) show(found);
    else await sendAndShow({ method: 'GET', url: `${base}${href}`, headers: headers(), body: null });
  },
  send: async (method, path) => void (await sendAndShow(request(method, path))),
  async graphql(document) {
    const query = given(document);
    if (query === null) throw new UsageError('graphql needs a document, or @file.');
    await sendAndShow(post('/graphql', { query, variables: JSON.parse(given(values.variables) ?? '{}') }));
  },
  async token() {
    const query = 'mutation { createConsoleToken(input: {}) { token expiresAt tppMessages { code text } } }';
    await sendAndShow(post('/graphql', { query }));
  },
  explain(method, path) {
    const what = request(method, path);
    const signed = signRequest(what, identity());
    const covered = /headers="([^"]*)"/.exec(signed.get('signature') ?? '')?.[1]?.split(' ') ?? [];
    console.log('Signing string:\n');
    console.log(signingStringOf(what, signed, covered).replace(/^/gm, '  '));
    console.log('\nHeaders sent:\n');
    for (const [name, value] of signed) console.log(`  ${name}: ${value}`);
  },
  curl(method, path) {
    const what = request(method, path);
    const lines = [...signRequest(what, identity())].map(
      ([name, value]) => `  -H ${quote(`${name}: ${value}`)}`,
    );
    const body = what.body === null ? [] : [`  --data-binary ${quote(what.body)}`];
    console.log([`curl -X ${what.method} ${quote(what.url)}`, ...lines, ...body].join(' \\\n'));
  },
  async new(organizationIdentifier, name = organizationIdentifier) {
    if (!organizationIdentifier || !/^[A-Za-z0-9-]{3,64}$/.test(organizationIdentifier)) {
      throw new UsageError(`new needs an organizationIdentifier such as ${demoOrganizationIdentifier}.`);
    }
    const authority = readPair(folder, 'ca');
    if (authority === null)
      throw new UsageError(`There is no sandbox CA in ${folder}; start the service first.`);
    await writePair(
      folder,
      organizationIdentifier,
      issueFor(authority, organizationIdentifier, name ?? organizationIdentifier, new Date()),
    );
    const file = join(folder, organizationIdentifier);
    console.log(
      `Made ${file}.pem and ${file}.key.\nUse them: npm run tpp -- pay --certificate ${quote(`${file}.pem`)} --key ${quote(`${file}.key`)}`,
    );
  },
};

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function main(): Promise<void> {
  const [name, ...words] = positionals;
  if (values.help || name === undefined) {
    console.log(help);
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command ${name}; see npm run tpp -- --help.`);
  await command(...words);
}

main().catch((error: unknown) => {
  const told =
    error instanceof UsageError || error instanceof UnreachableError || error instanceof SyntaxError;
  console.error(told ? (error as Error).message : error);
  process.exit(2);
});
