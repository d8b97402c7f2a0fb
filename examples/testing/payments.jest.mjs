/**
 * Jest needs `node --experimental-vm-modules node_modules/jest/bin/jest.js` for modules. Set `globalSetup` to jest-setup.mjs,
 * `globalTeardown` to jest-teardown.mjs, `transform` to {}.
 */
import { joinBank } from 'psd2-bank/testing';

const bank = joinBank(JSON.parse(process.env.TEST_BANK));

test('a query is answered for the TPP that signs it', async () => {
  const tpp = await bank.tpp('jest');
  const { viewer } = await tpp.graphql('{ viewer { tppId } }');
  expect(viewer.tppId).toBe(tpp.tppId);
});
