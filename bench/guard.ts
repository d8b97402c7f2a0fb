/**
 * What the guard costs beside the RSA verification that no guard can avoid: µs per check of a known certificate, of a bare
 * crypto.verify in the same run, and of a certificate never seen. Run it with `npx tsx bench/guard.ts`.
 */
import { randomUUID, verify, X509Certificate } from 'node:crypto';
import { singleScaHeaders } from '../packages/toolkit/src/payments.ts';
import { signRequest } from '../packages/toolkit/src/sign.ts';
import { createGuard } from '../src/security/guard.ts';
import { signingString } from '../src/security/signature.ts';
import { createTrustStore } from '../src/security/trust.ts';
import { authority, identity } from './tpp.ts';

const now = Date.now();
const target = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(400) }));
const headers = signRequest(
  {
    method: 'POST',
    url: `http://localhost${target}`,
    headers: singleScaHeaders({ psuId: randomUUID(), returnTo: 'http://localhost/sandbox/return' }),
    body,
  },
  identity,
);
const request = { method: 'POST', target, headers, body };
const demands = { digestRequired: true, role: 'PSP_PI' } as const;
const options = { now: () => now, maxAgeSeconds: 300, explain: false };
const trust = createTrustStore([authority.certificatePem]);
const guard = createGuard({ ...options, trust });

const [, list = '', value = ''] =
  /headers="([^"]*)",signature="([^"]*)"/.exec(headers.get('signature') ?? '') ?? [];
const text = Buffer.from(signingString(request, list.split(' ')), 'latin1');
const signature = Buffer.from(value, 'base64');
const { publicKey } = new X509Certificate(identity.certificatePem);

function bare(): void {
  if (!verify('RSA-SHA256', text, publicKey, signature)) throw new Error('the bare verification failed');
}

/** µs per turn. */
function timed(turns: number, run: () => void): number {
  const started = process.hrtime.bigint();
  for (let turn = 0; turn < turns; turn += 1) run();
  return Number(process.hrtime.bigint() - started) / turns / 1_000;
}

const known: number[] = [];
const alone: number[] = [];
for (let round = 0; round < 60; round += 1) {
  // By turns, so that whatever else the machine does weighs on both.
  alone.push(timed(200, bare));
  known.push(timed(200, () => void guard.verify(request, demands)));
}
const unknown = timed(300, () => void createGuard({ ...options, trust }).verify(request, demands));
// The fastest round of each: what the code costs, not what else the machine was doing.
const [check, rsa] = [Math.min(...known), Math.min(...alone)];
console.log(`guard, known certificate    ${check.toFixed(1)} µs per check`);
console.log(
  `bare crypto.verify          ${rsa.toFixed(1)} µs, ${((100 * rsa) / check).toFixed(0)} % of the check`,
);
console.log(`everything else             ${(check - rsa).toFixed(1)} µs`);
console.log(`guard, unknown certificate  ${unknown.toFixed(0)} µs per check`);
