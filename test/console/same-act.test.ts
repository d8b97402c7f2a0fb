import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms } from '../../console/generated/forms.ts';
import { creationDocument, paymentDocument, variablesHeading } from '../../console/parts/documents.ts';
import { type RestRequest, signedCurl, toolkit, toolkitLine } from '../../console/parts/signed-curl.ts';
import type { Terminal } from '../../console/parts/terminal.ts';
import { toolkitAt } from '../../packages/toolkit/src/toolkit-line.ts';
import { type Service, startService } from '../../packages/toolkit/test/support/service.ts';
import { psuHeaders } from '../support/bank.ts';
import { rounds } from '../support/nightly.ts';
import { shellWords } from '../support/shell-words.ts';

let service: Service;
let folder: string;
let here: Terminal;
beforeAll(async () => {
  service = await startService();
  const dataDir = service.env.DATA_DIR ?? '';
  const { options, keysFolder: keys, demoTppId: demo } = toolkitAt({ url: service.url, dataDir }, {});
  here = { base: service.url, command: 'npm run tpp --', options, keys, demo, tppId: demo };
  folder = mkdtempSync(join(tmpdir(), 'psd2-bank-same-act-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

const isHere = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const missing = ['curl', 'openssl'].filter((command) => !isHere(command));

/** A new payment for each creation, because duplicates are refused. */
function creationOf(product: string, text: string) {
  const form = forms.find((one) => one.product === product);
  if (!form) throw new Error(`no form for ${product}`);
  const { requestedExecutionDate: _, endDate: __, ...example } = form.example;
  const startDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const own = 'startDate' in example ? { startDate } : {};
  const body = { ...example, ...own, remittanceInformationUnstructured: text };
  return { form, body: product === 'BULK_NDCT' ? { ...example } : body };
}

function typed(line: string) {
  const words = shellWords(line);
  expect(words.slice(0, 4)).toEqual(['npm', 'run', 'tpp', '--']);
  return service.run(...words.slice(4), '--json');
}

async function asked(text: string) {
  const [query = '', variables = '{}'] = text.split(variablesHeading);
  const body = JSON.stringify({ query, variables: JSON.parse(variables) });
  const sent = await service.run('graphql', query, '--variables', variables, '--json');
  expect(sent.code, `${body}\n${sent.notes}`).toBe(0);
  return sent.json.body ?? sent.json;
}

describe.skipIf(missing.length > 0)(
  `the signed curl${missing.length > 0 ? ` (skipped: this machine has no ${missing.join(', ')})` : ''}`,
  () => {
    // Asynchronous, because this process is the server.
    const curl = async (request: RestRequest) => {
      const script = signedCurl(request, here).replace('curl -X', "curl -s -w '\\n%{http_code}' -X");
      const { stdout: told } = await promisify(execFile)('sh', ['-c', script], {
        cwd: folder,
        timeout: 20_000,
      });
      const end = told.lastIndexOf('\n');
      const text = told.slice(0, end);
      return { status: Number(told.slice(end + 1)), json: text === '' ? null : JSON.parse(text) };
    };

    it('makes, reads and cancels a payment, whatever its texts hold', async () => {
      const { form, body } = creationOf('INDCTS', `It's "quoted" $HOME \`date\` \\ ø`);
      const headers = { ...psuHeaders, 'TPP-Redirect-URI': 'https://tpp.example/return?a=$HOME' };
      const { 'tpp-redirect-uri': _, ...others } = headers as Record<string, string>;
      const made = await curl({ method: 'POST', path: form.path, body, headers: others });
      expect(made.status, JSON.stringify(made.json)).toBe(201);
      const { self, status } = made.json._links;
      const read = await curl({ method: 'GET', path: self.href });
      expect(read.json.remittanceInformationUnstructured).toBe(body.remittanceInformationUnstructured);
      expect((await curl({ method: 'GET', path: status.href })).json.transactionStatus).toBe('RCVD');
      expect((await curl({ method: 'DELETE', path: self.href })).status).toBe(204);
    });

    it('makes a payment of every product', async () => {
      // By day every third one.
      for (const { product } of forms.filter((_, index) => index % rounds(3, 1) === 0)) {
        const { form, body } = creationOf(product, `curl ${product}`);
        const made = await curl({ method: 'POST', path: form.path, body, headers: psuHeaders });
        expect([product, made.status, made.json.tppMessages]).toEqual([product, 201, made.json.tppMessages]);
      }
    });
  },
);

it('the GraphQL to copy makes a payment of every product, reads it and cancels it', async () => {
  for (const { product } of forms) {
    const { form, body } = creationOf(product, `GraphQL ${product}`);
    const psu = {
      psuId: crypto.randomUUID(),
      sessionId: 's',
      redirectUri: 'https://tpp.example/',
      ipAddress: '192.0.2.1',
      context: 'PRIVATE',
    };
    const { data } = await asked(creationDocument(form, { ...body, psu }));
    const { payment, tppMessages } = data[form.mutation];
    expect([product, payment?.transactionStatus], JSON.stringify(tppMessages)).toEqual([product, 'RCVD']);
    expect((await asked(paymentDocument('actRead', payment.paymentId))).data.payment).toMatchObject({
      transactionStatus: 'RCVD',
    });
    expect((await asked(paymentDocument('actStatus', payment.paymentId))).data.payment).toEqual({
      transactionStatus: 'RCVD',
      fundsAvailable: null,
    });
    const cancelled = await asked(paymentDocument('actCancel', payment.paymentId));
    expect(cancelled.data.cancelPayment.payment.transactionStatus).toBe('CANC');
  }
});

it('the line for the toolkit makes a payment, reads it, shows its status and cancels it', async () => {
  const { form, body } = creationOf('INDCTS', "It's the toolkit");
  const made = await typed(toolkitLine({ method: 'POST', path: form.path, body }, here, ['--psu']));
  expect(made.json, made.notes).toMatchObject({ status: 201, body: { transactionStatus: 'RCVD' } });
  const { paymentId, _links } = made.json.body;
  const read = await typed(toolkitLine({ method: 'GET', path: _links.self.href }, here));
  expect(read.json.body).toMatchObject({ remittanceInformationUnstructured: "It's the toolkit" });
  const status = await typed(toolkit(['status', paymentId], here));
  expect(status.out).toContain('RCVD');
  const gone = await typed(toolkitLine({ method: 'DELETE', path: _links.self.href }, here));
  expect(gone.json.status).toBe(204);
});

it('a path with characters of the shell stays one word of the line', async () => {
  const path = "/v1/sandbox/customers?limit=1&text=$(echo 'x');`id`";
  const line = toolkitLine({ method: 'GET', path }, here);
  const words = execFileSync('bash', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const place = ['--url', service.url, '--data-dir', service.env.DATA_DIR];
  expect(words).toEqual(['npm', 'run', 'tpp', '--', 'send', 'GET', path, ...place]);
});

it('a TPP other than the demo signs by its tppId', () => {
  const acme = { ...here, options: '', tppId: 'PSDNO-FSA-ACME' };
  expect(toolkit(['pay'], acme)).toBe('npm run tpp -- pay --as PSDNO-FSA-ACME');
  expect(toolkit(['pay', '--certificate', 'a.pem'], acme)).toBe('npm run tpp -- pay --certificate a.pem');
  expect(signedCurl({ method: 'GET', path: '/v1' }, acme)).toContain('/acme.pem');
});
