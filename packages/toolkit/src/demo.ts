/** `npm run demo`: makes and approves a payment by REST and one by GraphQL, and shows every request. */
import { parseArgs } from 'node:util';
import { baseAddressRule } from '../../../src/domain/values/base-address.ts';
import { serviceAddress } from './address.ts';
import { exitWhenOutputEnds } from './command/output.ts';
import { loadEnvFile } from './env-file.ts';
import { dataDirOf } from './files.ts';
import { mutationOf } from './graphql.ts';
import { instantPath, psuIdOf, returnPageOf, sessionHeaders } from './payments.ts';
import { bodyOf } from './play/bodies.ts';
import { customerOf } from './play/customer.ts';
import { linkOf } from './play/player.ts';
import { visitPages } from './play/psu.ts';
import { textAt } from './record.ts';
import { type Answer, isReady, sendSigned, summaryOf } from './send.ts';
import { coveredNames, signingStringOf, signRequest } from './sign.ts';
import { joinBank, startBank, type TestBank } from './testing.ts';

const usage = 'npm run demo -- [--verbose] [--url http://localhost:4000]';
exitWhenOutputEnds();
const options = readOptions();
const address =
  serviceAddress(options.url, process.env) ??
  exitWithUsage(`--url must be an http or https address ${baseAddressRule}`);

function readOptions() {
  try {
    loadEnvFile();
    const { values } = parseArgs({
      options: { verbose: { type: 'boolean' }, url: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(`${usage}    make and approve a payment by REST and one by GraphQL; show every request`);
      process.exit();
    }
    return values;
  } catch (error) {
    return exitWithUsage((error as Error).message);
  }
}

function exitWithUsage(why: string): never {
  console.error(`${why.replace(/\.$/, '')}. ${usage}`);
  process.exit(2);
}

const say = (text: string): void => console.log(`\n── ${text}`);

async function exchange(
  { url, demo }: TestBank,
  expectedStatus: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body);
  console.log(`\n> ${method} ${path}`);
  const request = { method, url: `${url}${path}`, headers, body: text };
  const signedHeaders = signRequest(request, demo.identity);
  showLines('headers', [...signedHeaders].map(([name, value]) => `${name}: ${value}`).join('\n'));
  showLines('signing string', signingStringOf(request, signedHeaders, coveredNames(signedHeaders)));
  if (body !== undefined) console.log(`  body\n${indent(JSON.stringify(body, null, 2))}`);
  const answer = await sendSigned(request, signedHeaders);
  console.log(`< HTTP ${answer.status}`);
  console.log(indent(answer.json === undefined ? answer.text : JSON.stringify(answer.json, null, 2)));
  if (answer.status !== expectedStatus)
    throw new Error(`${method} ${path}: expected HTTP ${expectedStatus}, got ${summaryOf(answer)}`);
  return answer;
}

const indent = (text: string): string => text.replace(/^/gm, '    ');

function showLines(title: string, text: string): void {
  const lines = options.verbose ? text : text.replace(/^(.{95}).{2,}/gm, '$1…');
  console.log(`  ${title}\n  ${indent(lines).replaceAll('\n', '\n  ')}`);
}

async function playStory(bank: TestBank): Promise<void> {
  const { url: base, demo } = bank;
  const psu = sessionHeaders({ psuId: psuIdOf(demo.identity), returnTo: returnPageOf(base) });
  const { customerNumber, debtor } = await customerOf({ base, identity: demo.identity });
  const visitAsPsu = async (answer: Answer) => {
    const returnAddress = await visitPages({
      link: linkOf(answer, 'scaRedirect'),
      base,
      customerNumber,
      outcome: 'APPROVE',
      onStep: ({ method, path, status }) =>
        console.log(`  the PSU: ${method} ${path.replace(/[^/]{20,}/, '…')} ${status}`),
    });
    console.log(`  and returns to ${returnAddress}`);
  };
  const body = bodyOf('instant', { debtor });
  const pay = (expectedStatus: number) => exchange(bank, expectedStatus, 'POST', instantPath, psu, body);
  const graphql = (query: string, variables: object) =>
    // GraphQL also takes the PSU headers of REST, in place of the input `psu`.
    exchange(bank, 200, 'POST', '/graphql', psu, { query, variables });
  const mutate = (name: string, selection: string, input: object) =>
    graphql(mutationOf(name, selection), { input });
  say('1. A payment without a session of the PSU: the bank answers with a challenge.');
  const challenge = await pay(401);
  say('2. The PSU follows scaRedirect and logs in.');
  await visitAsPsu(challenge);

  say('3. The same payment again, now in the session: created.');
  const rest = await pay(201);
  say('4. Its authorisation, approved by the PSU on the page.');
  await visitAsPsu(await exchange(bank, 201, 'POST', linkOf(rest, 'startAuthorisation'), psu));
  await exchange(bank, 200, 'GET', linkOf(rest, 'status'), {});

  say('5. The same by GraphQL: create, start the authorisation, approve in the bank app, read the status.');
  const creation = await mutate(
    'createInstantPayment',
    'payment { paymentId transactionStatus } tppMessages { code path text }',
    { ...bodyOf('instant', { debtor }), instructedAmount: { amount: '99.00', currency: 'NOK' } },
  );
  const paymentId = textAt(creation.json, 'data', 'createInstantPayment', 'payment', 'paymentId');
  const startFields = 'authorisation { authorisationId scaStatus } links { scaRedirect { href } }';
  const { json } = await mutate('startAuthorisation', startFields, { paymentId });
  const authorisationId = textAt(json, 'data', 'startAuthorisation', 'authorisation', 'authorisationId');
  const completionFields = 'authorisation { scaStatus } tppMessages { code text }';
  await mutate('completeAuthorisation', completionFields, { authorisationId, outcome: 'APPROVE' });
  const paymentAnswer = await graphql(
    'query ($paymentId: String!) { payment(paymentId: $paymentId) { paymentId transactionStatus statusHistory { to at reason } } }',
    { paymentId },
  );
  const transactionStatus = textAt(paymentAnswer.json, 'data', 'payment', 'transactionStatus');
  say(`Done: both payments are approved; the one by GraphQL is ${transactionStatus}.`);
  if (transactionStatus !== 'ACSC') process.exitCode = 1;
}

async function bankFor(url: string): Promise<TestBank> {
  if (!(await isReady(url))) {
    console.log(`Nothing answers at ${url}; starting a service for the demo …`);
    return startBank();
  }
  const dataDir = dataDirOf(undefined, process.env);
  try {
    return joinBank({ url, dataDir });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return exitWithUsage(
      `DATA_DIR ${dataDir} has no keys of the demo TPP, so the sandbox at ${url} uses another folder`,
    );
  }
}

let runningBank: TestBank | undefined;
try {
  runningBank = await bankFor(address);
  await playStory(runningBank);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await runningBank?.stop();
}
