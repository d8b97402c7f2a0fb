/** The plan of a statement in an empty database, as a service connection caches it. */
import postgres from 'postgres';
import { sessionConfig } from '../../../src/db/connections/settings.ts';
import { cloneDatabase } from '../../support/database.ts';

export interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
  readonly [property: string]: unknown;
}

/** The plan's nodes, at any depth. */
export const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

export async function plannedAsServed(): Promise<postgres.Sql> {
  const { options = '' } = sessionConfig({});
  const connection = { options };
  return postgres(await cloneDatabase(), { max: 1, connection, onnotice: () => undefined });
}

export async function planOf(sql: postgres.Sql, text: string): Promise<Plan> {
  await sql.unsafe(`prepare one as ${text}`);
  try {
    const [{ parameters } = {}] = await sql`
      select cardinality(parameter_types) as parameters from pg_prepared_statements where name = 'one'`;
    const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
    const [row] = await sql.unsafe(`explain (format json) execute one${nulls === '' ? '' : ` (${nulls})`}`);
    return row?.['QUERY PLAN'][0].Plan as Plan;
  } finally {
    await sql.unsafe('deallocate one');
  }
}
