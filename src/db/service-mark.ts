/**
 * Marks a database with the kind of service that used it first, because payments of a bank and a sandbox, or of two
 * kinds of bank, must not share one. Start at `claimDatabase`.
 */
import type pg from 'pg';
import { connectionOptions, ofMigration, visitorName } from './connections/settings.ts';
import { DatabaseSetupError, withClient } from './prepare.ts';

export interface ServiceMark {
  readonly service: 'sandbox' | 'bank' | 'core-system';
  readonly bank: 'simulated' | 'upstream' | 'core';
}

/** Throws DatabaseSetupError if another kind of service has marked the database. `where`: its name in the message. */
export function claimDatabase(url: string, own: ServiceMark, where: string): Promise<void> {
  return withClient(ofMigration(connectionOptions(url, visitorName)), async (client) => {
    const mark = (await markOf(client)) ?? (await setMark(client, own));
    if (mark.service === own.service && mark.bank === own.bank) return;
    throw new DatabaseSetupError(
      `${where} belongs to ${described(mark)}, and this is ${described(own)}: correct the settings, or name another database. Nothing was changed.`,
    );
  });
}

async function markOf(client: pg.Client): Promise<ServiceMark | null> {
  const { rows } = await client.query<ServiceMark>('select service, bank from service_mark');
  return rows[0] ?? null;
}

/** Reads the mark again, because another process may have been first. */
async function setMark(client: pg.Client, own: ServiceMark): Promise<ServiceMark> {
  await client.query(
    'insert into service_mark (id, service, bank) values (1, $1, $2) on conflict do nothing',
    [own.service, own.bank],
  );
  return (await markOf(client)) ?? own;
}

const described = ({ service, bank }: ServiceMark): string =>
  service === 'core-system'
    ? 'a core system (npm run core)'
    : `a service with SANDBOX=${service === 'sandbox'} and BANK=${bank}`;
