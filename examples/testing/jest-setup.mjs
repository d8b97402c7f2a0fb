/** Jest's `globalSetup`: starts the bank; tests read its address from the environment. */
import { startBank } from 'psd2-bank/testing';

export default async function setup() {
  const bank = await startBank();
  globalThis.testBank = bank;
  process.env.TEST_BANK = JSON.stringify({ url: bank.url, dataDir: bank.dataDir });
}
