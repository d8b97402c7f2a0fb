/** A sandbox and a bank, or services with different kinds of bank, must not share a database. The first service of a database marks it. */
import { connectionOptions, sessionConfig, setupName } from './connections/settings.ts';
import { DatabaseSetupError, withClient } from './prepare.ts';
import type { serviceMark } from './tables/service-mark.ts';

export type ServiceMark = Readonly<Pick<typeof serviceMark.$inferSelect, 'service' | 'bank'>>;

export function claimDatabase(url: string, ownMark: ServiceMark, databaseDescription: string): Promise<void> {
  return withClient(sessionConfig(connectionOptions(url, setupName)), async (client) => {
    // Does nothing if a service has marked the database before.
    await client.query(
      'insert into service_mark (id, service, bank) values (1, $1, $2) on conflict do nothing',
      [ownMark.service, ownMark.bank],
    );
    const { rows } = await client.query<ServiceMark>('select service, bank from service_mark');
    const mark = rows[0] ?? ownMark;
    if (mark.service === ownMark.service && mark.bank === ownMark.bank) return;
    throw new DatabaseSetupError(
      `${databaseDescription} belongs to ${describeMark(mark)}, and this is ${describeMark(ownMark)}: correct the settings, or name another database. Nothing was changed.`,
    );
  });
}

const describeMark = ({ service, bank }: ServiceMark): string =>
  service === 'core-system'
    ? 'a core system (npm run core)'
    : `a service with SANDBOX=${service === 'sandbox'} and BANK=${bank}`;
