/** A bank whose PSUs authenticate at an identity provider. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { requestLine } from '../../src/process/log.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import {
  type Behaviour,
  type ProviderOptions,
  startIdentityProvider,
  type TestProvider,
} from '../support/identity-provider.ts';
import { ProviderVisitor } from './provider-visitor.ts';

export const singlePath = '/v1/payments/norwegian-domestic-credit-transfers';

export interface ProviderBank {
  readonly idp: TestProvider;
  readonly bank: Bank;
  readonly tpp: Tpp;
  readonly shift: { ms: number };
  /** The names of the log lines of requests. */
  readonly logLines: readonly string[];
  reset(): void;
  behave(behaviour: Behaviour): void;
  pay(headers?: Headers, body?: Readonly<Record<string, unknown>>, path?: string): Promise<Paid>;
  start(path: string): Promise<ProviderVisitor>;
  statusOf(self: string): Promise<string>;
  stop(): Promise<void>;
}
type Headers = Readonly<Record<string, string | null>>;

export interface Paid {
  readonly id: string;
  readonly self: string;
  readonly psu: ProviderVisitor;
}

export async function startProviderBank(options: ProviderOptions = {}): Promise<ProviderBank> {
  const shift = { ms: 0 };
  const idp = await startIdentityProvider(options);
  const logLines: string[] = [];
  const bank = await startBank({
    identity: idp.behind,
    clock: () => Date.now() + shift.ms,
    log: (entry, error) => logLines.push(requestLine(entry, error).name),
  });
  const tpp = bank.tpp();
  const visit = (link: string) => new ProviderVisitor(bank, link);
  return {
    idp,
    bank,
    tpp,
    shift,
    logLines,
    reset() {
      for (const name of Object.keys(idp.behaviour)) delete idp.behaviour[name as keyof Behaviour];
      idp.patience.timeoutMs = 20_000;
      idp.failed.length = 0;
      idp.away.length = 0;
      idp.asked.length = 0;
      shift.ms = 0;
      bank.time.now = Date.now();
    },
    behave: (behaviour) => void Object.assign(idp.behaviour, behaviour),
    async pay(headers = {}, body = {}, path = singlePath) {
      const unlike = 'payments' in body ? {} : { remittanceInformationUnstructured: randomUUID() };
      const made = await tpp.rest('POST', path, {
        body: { ...domestic.example, ...unlike, ...body },
        headers: { ...psuHeaders, ...headers },
      });
      expect(made.status, made.text).toBe(201);
      const id = made.json.paymentId;
      return { id, self: `${path}/${id}`, psu: visit(made.json._links.scaRedirect.href) };
    },
    async start(path) {
      const started = await tpp.rest('POST', path, { headers: psuHeaders });
      expect(started.status, started.text).toBe(201);
      return visit(started.json._links.scaRedirect.href);
    },
    statusOf: async (self) => (await tpp.rest('GET', `${self}/status`)).json.transactionStatus,
    async stop() {
      await bank.stop();
      await idp.stop();
    },
  };
}
