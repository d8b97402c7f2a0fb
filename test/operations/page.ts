import { createSimulatedBank } from '../../src/bank/simulated/simulated-bank.ts';
import type { Customer } from '../../src/domain/sandbox/customer.ts';
import { codeBindingOf } from '../../src/operations/authorisations/open.ts';
import type { Bank } from '../../src/operations/ports/bank.ts';
import type {
  AccountWithHolder,
  AuthorisationRecord,
  PaymentRecord,
} from '../../src/operations/ports/stores.ts';
import { createOwnApproval } from '../../src/operations/sca/approval.ts';
import { digest, formTokenOf } from '../../src/operations/sca/secrets.ts';
import { authorisation, payment, start } from '../db/support/rows.ts';
import { type Answers, toldStores, workOn } from './stores.ts';

type Approved = Awaited<ReturnType<Bank['commitApproval']>>;

export const secret = 'the secret of this browser';
export const proof = { secret, formToken: formTokenOf(secret) };
export const kari: Customer = {
  customerId: 'kari',
  customerNumber: '13039319955',
  customerType: 'PRIVATE',
  customerName: 'Kari',
};
export const company: Customer = { ...kari, customerId: 'company', customerType: 'CORPORATE' };
export const one = payment('a');
export const heldBy = (holder: Customer | null): AccountWithHolder => ({
  account: { kind: 'ACCOUNT', id: 'r1' },
  holder,
});
export const waiting = (change: Partial<AuthorisationRecord> = {}) =>
  authorisation('x', {
    kind: 'PAYMENT',
    paymentId: 'a',
    browserHash: digest(secret),
    opened: true,
    codeBinding: codeBindingOf([one.instruction]),
    ...change,
  });

export function at(
  live: AuthorisationRecord,
  { openBasketId = null, ...answers }: Answers = {},
  payments: readonly PaymentRecord[] = [one],
) {
  const { stores, asked } = toldStores({
    'authorisations.findByToken': {
      ...live,
      openBasketId,
      tppName: 'Ours',
      clockOffset: 0,
      clockOffsetAfterMove: 0,
    },
    'authorisations.lock': { ...live, openBasketId },
    'payments.lock': payments[0] ?? null,
    'payments.find': payments[0] ?? null,
    'payments.move': true,
    'customers.byId': (id: string) => (id === company.customerId ? company : kari),
    'customers.byNumber': kari,
    'customers.accountsByReference': [],
    'customers.agreementsOf': [],
    'customers.findMatching': [kari],
    'wrongCodes.read': new Map(),
    'wrongCodes.lock': (_: string, subjects: readonly string[]) =>
      new Map(subjects.map((subject) => [subject, { wrongCodes: 0, at: start, closedUntil: null }])),
    'authorisations.highestWrongCodeCountOf': 0,
    ...answers,
  });
  const ids = { next: () => 'id' };
  const settings = { sandbox: true, publicUrl: 'http://bank' };
  const steps = createOwnApproval({
    work: workOn(stores),
    clock: () => start,
    ids,
    settings,
    bank: {
      ...createSimulatedBank({ ids, settings }),
      async commitApproval(...given) {
        asked.push(['bank.commitApproval', ...given.slice(1)]);
        const { approval } = answers;
        const result = typeof approval === 'function' ? approval() : approval;
        return (result as Approved | undefined) ?? { to: 'PDNG', reason: 'booked' };
      },
    },
  });
  const given = (name: string) => asked.filter(([path]) => path === name).map(([, ...rest]) => rest);
  return { steps, asked, given, changes: () => given('authorisations.update').map(([, change]) => change) };
}
