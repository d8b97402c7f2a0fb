/**
 * With Jest, whose modules need `node --experimental-vm-modules node_modules/jest/bin/jest.js`: one bank for all files.
 * `globalSetup` is jest-setup.mjs, `globalTeardown` jest-teardown.mjs, `transform` is {}.
 */
import { joinBank } from 'psd2-bank/testing';

const bank = joinBank(JSON.parse(process.env.TEST_BANK));

test('a query is answered for the TPP that signs it', async () => {
  const tpp = await bank.tpp('jest');
  const { viewer } = await tpp.graphql('{ viewer { tppId } }');
  expect(viewer.tppId).toBe(tpp.tppId);
});
