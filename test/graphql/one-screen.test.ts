import { expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { basketsPath, newBasket, newPayment, startAuthorisation } from '../support/story.ts';

// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp();
const basketId = await newBasket(tpp, [await newPayment(tpp), await newPayment(tpp)]);
await startAuthorisation(tpp, `${basketsPath}/${basketId}/authorisations`);

const account = 'resourceId accountName balances { balanceType balanceAmount { amount currency } }';
const card = 'resourceId maskedPan balances { balanceType balanceAmount { amount currency } }';
const screen = `{
  viewer { tppId clock nextBatchRun }
  payments(first: 100) { totalCount nodes { paymentId transactionStatus statusHistory { from to at reason }
    basket { basketId transactionStatus } authorisations { kind scaStatus links { scaRedirect { href } } } } }
  sandboxCustomers { nodes { customerNumber customerName accounts { ${account} } cardAccounts { ${card} } } }
  signingBaskets { totalCount nodes { basketId transactionStatus payments { paymentId transactionStatus } } } }`;

it('clock, payments with history, basket and authorisations, customers with accounts, baskets with payments', async () => {
  const { json, data } = await tpp.graphqlRaw(screen);
  expect(json.errors).toBeUndefined();
  expect(data.payments.nodes[0]).toMatchObject({
    statusHistory: [{ to: 'RCVD' }],
    basket: { transactionStatus: 'RCVD' },
    authorisations: [{ kind: 'BASKET' }],
  });
  expect(data.signingBaskets.nodes[0].payments).toHaveLength(2);
});

it("accounts and cards of customers are objects, the same as in the sandbox's lists", async () => {
  const { data } = await tpp.graphqlRaw(`{
    sandboxCustomers { nodes { customerNumber accounts { ${account} customerNumber } cardAccounts { ${card} customerNumber } } }
    sandboxAccounts { nodes { ${account} customerNumber } } sandboxCardAccounts { nodes { ${card} customerNumber } } }`);
  expect(data.sandboxCustomers.nodes).toHaveLength(4);
  for (const customer of data.sandboxCustomers.nodes) {
    const own = ({ customerNumber }: { customerNumber: string }) =>
      customerNumber === customer.customerNumber;
    expect(customer.accounts).toEqual(data.sandboxAccounts.nodes.filter(own));
    expect(customer.cardAccounts).toEqual(data.sandboxCardAccounts.nodes.filter(own));
  }
});

it('accounts of many customers are read in one statement, in parts by first and offset', async () => {
  const statements: string[] = [];
  bank.database.watch((text) => statements.push(text));
  const { data } = await tpp.graphqlRaw(
    '{ sandboxCustomers { nodes { customerNumber all: accounts { resourceId } accounts(first: 1, offset: 1) { resourceId } } } }',
  );
  bank.database.watch(null);
  expect(statements).toHaveLength(2);
  for (const { all, accounts } of data.sandboxCustomers.nodes) expect(accounts).toEqual([all[1]]);
});
