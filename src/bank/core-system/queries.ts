/** Answers queries by the tables and rules of the simulated bank. */
import { z } from 'zod';
import { openBook } from '../../domain/bank/book.ts';
import { creationScenario } from '../../domain/bank/scenarios.ts';
import {
  type AccountReference,
  accountKey,
  type Instruction,
  transfersOf,
} from '../../domain/payments/instruction.ts';
import { kidFaults } from '../../domain/payments/kid-rule.ts';
import { catalogue } from '../../domain/refusal.ts';
import { rightOnDebtor } from '../sandbox-directory.ts';
import { type CoreAnswer, type CoreSystemParts, owner } from './parts.ts';

const account = z.object({
  bban: z.string().optional(),
  iban: z.string().optional(),
  other: z.object({ identification: z.string(), schemeNameProprietary: z.string() }).optional(),
  currency: z.string(),
});
const customerQuery = z.object({ customerNumber: z.string() });
const rightsQuery = z.object({
  customerNumber: z.string(),
  agreementId: z.string().optional(),
  accounts: z.array(account),
});
const fundsQuery = z.object({ account, amount: z.object({ amount: z.string(), currency: z.string() }) });
const check = z.object({
  product: z.string(),
  instruction: z.custom<Instruction>((value) => typeof value === 'object' && value !== null),
});

export type CoreQuery = (parts: CoreSystemParts, body: unknown) => Promise<CoreAnswer>;

/** A body that does not fit gets 400. */
const query =
  <Body>(
    schema: z.ZodType<Body>,
    answer: (parts: CoreSystemParts, body: Body) => Promise<CoreAnswer>,
  ): CoreQuery =>
  async (parts, body) => {
    const result = schema.safeParse(body);
    return result.success ? answer(parts, result.data) : { status: 400 };
  };

export const queries: Readonly<Record<string, CoreQuery>> = {
  '/customers/query': query(customerQuery, async ({ work }, { customerNumber }) => {
    const { customers } = work.read;
    const customer = await customers.byNumber(owner, customerNumber);
    if (customer === null) return { status: 404 };
    const { customerName: name, customerType: type } = customer;
    const all = await customers.agreementsOf(owner, customer.customerId);
    const agreements = all.map(({ agreementId: id, ...rest }) => ({ id, ...rest }));
    return { status: 200, body: { customerNumber, name, type, agreements } };
  }),

  '/rights/query': query(rightsQuery, async (parts, { customerNumber, agreementId = null, accounts }) => {
    const customer = await parts.work.read.customers.byNumber(owner, customerNumber);
    const rights = await Promise.all(
      accounts.map(async (one) => {
        const right = customer && (await rightOn(parts, customer.customerId, agreementId, one));
        return { account: one, ...(right ?? { allowed: false }) };
      }),
    );
    return { status: 200, body: rights };
  }),

  '/payments/check': query(check, async ({ work }, { instruction }) => {
    const transfers = transfersOf(instruction);
    const failure = creationScenario(transfers.map(({ creditorName }) => creditorName));
    if (failure !== null) return { status: catalogue[failure].status };
    const accountKeys = transfers.map(({ creditorAccount }) => accountKey(creditorAccount));
    const accounts = await work.transaction(({ ledger }) => ledger.lock(owner, { accountKeys }));
    const agreements = accounts.flatMap(({ accountKey: key, kidAgreement }) =>
      kidAgreement === null ? [] : [[key, kidAgreement] as const],
    );
    const faults = kidFaults(instruction, new Map(agreements)).map(({ path, text, reason }) => ({
      code: catalogue[reason ?? 'FORMAT_ERROR'].code,
      path,
      text,
    }));
    return { status: 200, body: { faults } };
  }),

  '/funds/query': query(fundsQuery, async ({ work }, { account: of, amount }) => {
    const key = accountKey(of);
    const accounts = await work.transaction(({ ledger }) => ledger.lock(owner, { accountKeys: [key] }));
    const transfer = {
      instructedAmount: amount,
      creditorName: '',
      creditorAccount: { currency: amount.currency },
    };
    const { settled } = openBook(accounts).transfer({ key, payer: null, name: null, account: of }, transfer);
    return { status: 200, body: { available: accounts.length > 0 && settled } };
  }),
};

/** Nobody may use an account without a holder. */
async function rightOn(
  { work }: CoreSystemParts,
  customerId: string,
  agreementId: string | null,
  of: AccountReference,
): Promise<{ readonly allowed: boolean; readonly holderName: string } | null> {
  const debtor = { tppId: owner, debtorAccount: of, payer: null };
  const signer = { customer: { customerId }, agreementId };
  const { allowed, holderName } = await rightOnDebtor(work.read.customers, debtor, signer);
  return holderName === null ? null : { allowed, holderName };
}
