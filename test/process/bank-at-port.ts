/** A bank on a real port, a new one for each test of a file. */
import { afterEach, beforeEach } from 'vitest';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { openPort, type Port } from './sockets.ts';

interface BankAtPort {
  bank: Bank;
  tpp: Tpp;
  port: Port;
}

export function bankAtPort(): Readonly<BankAtPort> {
  const at = {} as BankAtPort;
  beforeEach(async () => {
    at.bank = await startBank();
    at.tpp = at.bank.tpp();
    at.port = await openPort(at.bank.app);
  });
  afterEach(async () => {
    await at.port.close();
    await at.bank.stop();
  });
  return at;
}
