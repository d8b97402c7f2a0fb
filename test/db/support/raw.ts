/** Statements that only a test sends, with their values in the order of their parameters. */
import type { Statement } from '../../../src/db/statements/kept.ts';
import type { Session } from '../../../src/db/statements/session.ts';

const rawStatement = <Row>(text: string): Statement<readonly unknown[], Row> => ({
  id: 0,
  text,
  valuesOf: (values) => values,
  read: null,
});

/** Rows by column name. */
export const raw = <Row>(session: Pick<Session, 'rows'>, text: string, values: readonly unknown[] = []) =>
  session.rows(rawStatement<Row>(text), values);
