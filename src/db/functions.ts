/**
 * Functions and triggers of the database, kept as source and applied when their text has changed: unlike tables they
 * have no history worth migrating. `applyFunctions` runs behind the migrations, under the same lock.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * Tells every replica which payments are new or have a new status, whoever made or moved them: one notification per 100
 * payments of a TPP in a statement, `id,id,…,@tppId`, so that a batch of thousands does not flood the channel and no
 * payload passes 8,000 bytes. A name of a TPP that would is left out: those who follow single payments need none.
 */
function notifyOf(selection: string): string {
  return `
  perform pg_notify(
    'payment_status',
    string_agg(payment_id, ',') || case when octet_length(tpp_id) < 4000 then ',@' || tpp_id else '' end
  )
  from (select tpp_id, payment_id, row_number() over (partition by tpp_id) as place from (${selection}) as news) as placed
  group by tpp_id, (place - 1) / 100;
  return null;`;
}

const notifyStatus = `
create or replace function payments_notify_status() returns trigger language plpgsql as $$
begin ${notifyOf(`select after.tpp_id, after.payment_id
    from changed_after after join changed_before before using (payment_id)
    where after.status is distinct from before.status`)}
end $$;
create or replace trigger payments_notify_status after update on payments
  referencing old table as changed_before new table as changed_after
  for each statement execute function payments_notify_status();
create or replace function payments_notify_created() returns trigger language plpgsql as $$
begin ${notifyOf('select tpp_id, payment_id from created')}
end $$;
create or replace trigger payments_notify_created after insert on payments
  referencing new table as created
  for each statement execute function payments_notify_created();
`;

/** Every definition under the function whose comment remembers what was applied. */
const definitions: Readonly<Record<string, string>> = { payments_notify_status: notifyStatus };

export async function applyFunctions(client: pg.Client): Promise<void> {
  for (const [name, text] of Object.entries(definitions)) {
    const hash = createHash('sha256').update(text).digest('hex');
    const { rows } = await client.query(
      "select obj_description(oid, 'pg_proc') as hash from pg_proc where proname = $1",
      [name],
    );
    if (rows[0]?.hash === hash) continue;
    // Several commands in one text are one transaction.
    await client.query(`${text}; comment on function ${name} is '${hash}'`);
  }
}
