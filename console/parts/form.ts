import type { MessageFragment } from '../generated/graphql.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly list?: boolean;
  readonly description: string;
}

export interface Form {
  readonly product: string;
  readonly path: string;
  readonly mutation: string;
  readonly input: string;
  readonly description: string;
  readonly example: Body;
}

export type Value = string | number | boolean | null | Body | readonly Value[];
export type Body = { readonly [name: string]: Value | undefined };

const isBody = (value: Value | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(body: Body, path: readonly string[]): Value | undefined {
  let value: Value | undefined = body;
  for (const step of path) value = isBody(value) ? value[step] : undefined;
  return value;
}

type Fault = Pick<MessageFragment, 'path' | 'code' | 'text'>;

/** A field may have a second fault, so the path alone is not enough. */
export const isAmong = ({ path, code, text }: Fault, others: readonly Fault[]): boolean =>
  others.some((one) => one.path === path && one.code === code && one.text === text);

export function withValue(body: Body, path: readonly string[], value: Value | undefined): Body {
  const [step, ...rest] = path;
  if (step === undefined) return body;
  const inner = body[step];
  const next = rest.length === 0 ? value : emptied(withValue(isBody(inner) ? inner : {}, rest, value));
  const { [step]: _, ...others } = body;
  return next === undefined || next === '' ? others : { ...body, [step]: next };
}

const emptied = (body: Body): Body | undefined => (Object.keys(body).length === 0 ? undefined : body);

/** Matches a cell and the separator after it. A spreadsheet quotes a cell that contains a separator, a line break or a quote. */
const cellBefore = (separator: string): RegExp =>
  new RegExp(`"((?:[^"]|"")*)"[ ]*(${separator}|\\r?\\n|$)|([^${separator}\\n]*)(${separator}|\\n|$)`, 'y');

/** In a row with tabs, a semicolon is text. */
function cellsOf(table: string): readonly (readonly string[])[] {
  const beforeTab = cellBefore('\t');
  const beforeSemicolon = cellBefore(';');
  const rows: string[][] = [];
  let isNewRow = true;
  let pattern = beforeTab;
  for (let at = 0; at < table.length; at = pattern.lastIndex) {
    if (isNewRow) {
      rows.push([]);
      const lineEnd = table.indexOf('\n', at);
      const line = table.slice(at, lineEnd < 0 ? undefined : lineEnd);
      pattern = line.includes('\t') ? beforeTab : beforeSemicolon;
    }
    pattern.lastIndex = at;
    const [, quoted, end, plain = '', plainEnd] = pattern.exec(table) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    isNewRow = (end ?? plainEnd)?.endsWith('\n') ?? false;
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

/** Columns: creditor, account, amount, message, end-to-end id. A first line without a number in the account and the amount is a heading. */
export function entriesOf(table: string, currency: string): readonly Body[] {
  const rows = cellsOf(table);
  const isHeading = (row: readonly string[] | undefined) =>
    row !== undefined && !row.slice(1, 3).some((cell) => /\d/.test(cell));
  const own = isHeading(rows[0]) ? rows.slice(1) : rows;
  return own.map(([creditorName = '', account = '', amount = '', message = '', id = '']) => ({
    creditorName,
    creditorAccount: { bban: account.replace(/[\s.]/g, ''), currency },
    creditorAddress: { country: 'NO' },
    instructedAmount: { amount: writtenAmount(amount), currency },
    ...(message ? { remittanceInformationUnstructured: message } : {}),
    ...(id ? { endToEndIdentification: id } : {}),
  }));
}

/** `1 250,5` becomes `1250.50`. Text with more parts or none stays for the bank to refuse. */
function writtenAmount(text: string): string {
  const [whole = '', fraction = '', ...others] = text.replace(/\s/g, '').split(/[.,]/);
  if (others.length > 0 || text === '') return text;
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
