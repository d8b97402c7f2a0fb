/** Insertions of whole rows. Rows that are written together are one statement, which PostgreSQL commits by itself. */
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Sent } from './session.ts';
import { prepare, type Statement } from './statement.ts';

/** An insertion of whole rows, by the properties of the table without those that the database fills in; what a row lacks is null. */
export function insertInto<Table extends PgTable>(
  table: Table,
  ...filled: readonly (keyof Table['$inferInsert'])[]
): Statement<Table['$inferInsert'], never> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property, column]) => !column.generatedIdentity && !filled.some((name) => name === property),
  );
  return prepare(Object.fromEntries(columns), (db, $) => db.insert<PgTable>(table).values($)) as never;
}

export interface PendingInsert {
  readonly into: Statement<unknown, unknown>;
  readonly row: unknown;
}

/** One statement that writes all the rows. Foreign keys are checked at its end, so a row may refer to another one of it. */
export function joinInserts(rows: readonly PendingInsert[]): readonly [Sent, readonly unknown[]] {
  const name = rows.map(({ into }) => into.name).join('+');
  const text = texts.get(name) ?? joined(rows.map(({ into }) => into.text));
  texts.set(name, text);
  return [{ name, text }, rows.flatMap(({ into, row }) => into.valuesOf(row))];
}

const texts = new Map<string, string>();

function joined(parts: readonly string[]): string {
  const [last = '', ...before] = numberedOn(parts).reverse();
  const named = before.reverse().map((text, position) => `written_${position} as (${text})`);
  return named.length === 0 ? last : `with ${named.join(', ')} ${last}`;
}

/** The parameters of each text are numbered on from those of the one before. */
function numberedOn(texts: readonly string[]): string[] {
  let last = 0;
  return texts.map((text) => {
    const before = last;
    return text.replace(/\$(\d+)/g, (_, position: string) => {
      last = Math.max(last, before + Number(position));
      return `$${before + Number(position)}`;
    });
  });
}
