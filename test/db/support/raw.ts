/** Statements of tests, with values in the order of their parameters. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Session } from '../../../src/db/session.ts';
import type { Statement } from '../../../src/db/statement.ts';

const rawStatement = <Row>(text: string): Statement<readonly unknown[], Row> => ({
  name: createHash('md5').update(text).digest('hex'),
  text,
  query: sql.raw(text),
  valuesOf: (values) => values,
  readRow: null,
});

export const raw = <Row>(session: Pick<Session, 'rows'>, text: string, values: readonly unknown[] = []) =>
  session.rows(rawStatement<Row>(text), values);
