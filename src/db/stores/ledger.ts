/** The ledger: balances change here and nowhere else, each by a posting whose entries add up to zero. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { balancedPosting, changesByAccount } from '../../domain/bank/posting.ts';
import type { LedgerSelection, LedgerStore } from '../../operations/ledger.ts';
import type { Executor } from '../client.ts';
import { accounts, ledgerEntries, ledgerPostings } from '../tables/sandbox.ts';

const ledgerAccount = {
  resourceId: accounts.resourceId,
  customerId: accounts.customerId,
  accountName: accounts.accountName,
  bban: accounts.bban,
  iban: accounts.iban,
  accountKey: accounts.accountKey,
  currency: accounts.currency,
  balanceMinor: accounts.balanceMinor,
  creditLineMinor: accounts.creditLineMinor,
  kidAgreement: accounts.kidAgreement,
};

function selected(selection: LedgerSelection) {
  if (selection === 'ALL') return undefined;
  if ('accountKeys' in selection) return inArray(accounts.accountKey, [...selection.accountKeys]);
  if ('resourceIds' in selection) return inArray(accounts.resourceId, [...selection.resourceIds]);
  return eq(accounts.customerId, selection.customerId);
}

export function createLedgerStore(db: Executor): LedgerStore {
  return {
    lock: (tppId, selection) =>
      db
        .select(ledgerAccount)
        .from(accounts)
        .where(and(eq(accounts.tppId, tppId), selected(selection)))
        .orderBy(asc(accounts.resourceId))
        .for('no key update'),

    async post(posting) {
      const { entries, at, ...header } = balancedPosting(posting);
      const made = await db
        .insert(ledgerPostings)
        .values({ ...header, at: new Date(at) })
        .onConflictDoNothing()
        .returning({ postingId: ledgerPostings.postingId });
      if (made.length === 0) return false;
      const changes = changesByAccount(posting);
      const ids = changes.map(([resourceId]) => resourceId);
      if (ids.length > 0) {
        const locked = await db
          .select({ resourceId: accounts.resourceId })
          .from(accounts)
          .where(and(eq(accounts.tppId, posting.tppId), inArray(accounts.resourceId, ids)))
          .orderBy(asc(accounts.resourceId))
          .for('no key update');
        if (locked.length < ids.length) throw new Error('a posting names an account that is gone');
        const rows = sql.join(
          changes.map(([id, change]) => sql`(${id}, ${change.toString()}::bigint)`),
          sql`, `,
        );
        await db.execute(sql`
          update ${accounts} set balance_minor = balance_minor + change.minor
          from (values ${rows}) as change (id, minor) where resource_id = change.id`);
      }
      const { postingId, tppId, bookingDate } = posting;
      await db
        .insert(ledgerEntries)
        .values(
          entries.map((entry, position) => ({
            ...entry,
            details: { ...entry.details },
            postingId,
            position,
            tppId,
            bookingDate,
          })),
        );
      return true;
    },
  };
}
