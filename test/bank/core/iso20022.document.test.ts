import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unreadableReasons } from '../../../src/bank/core/iso20022/messages.ts';
import { ownSchemaFolder } from '../../../src/bank/core/iso20022/schema-files.ts';
import {
  cancellationOfCode,
  duplicateReasons,
  fundsMissingCode,
  messageFaultReasons,
  orderUnknownCode,
  statusOfCode,
} from '../../../src/domain/payments/reports/codes.ts';
import { profile } from './messages.ts';

const text = readFileSync('docs/iso20022.md', 'utf8');
const words = new Set(text.match(/\w+/g));

describe.each(readdirSync(ownSchemaFolder).filter((file) => file.endsWith('.xsd')))('%s', (file) => {
  it('has no element missing from the map, except those that are not read', () => {
    const schema = readFileSync(join(ownSchemaFolder, file), 'utf8');
    const elements = [...schema.matchAll(/<xs:element name="(\w+)"(?! type="xs:anyType")/g)].map(
      ([, name]) => name,
    );
    expect(elements.length).toBeGreaterThan(20);
    const around = ['Document', 'CstmrPmtStsRpt', 'CstmrPmtCxlReq', 'RsltnOfInvstgtn'];
    expect(elements.filter((name) => name && !words.has(name) && !around.includes(name))).toEqual([]);
  });
});

it('a code of a status is in the row of its status', () => {
  for (const [code, status] of statusOfCode)
    expect(text, code).toMatch(new RegExp(`^\\| [^|]*\`${code}\`[^|]* \\| ${status}\\b`, 'm'));
});

it('every other code, reason and field is named', () => {
  const named = [
    ...cancellationOfCode.keys(),
    ...duplicateReasons,
    fundsMissingCode,
    orderUnknownCode,
    ...messageFaultReasons,
    ...unreadableReasons,
  ];
  const fields = ['bankBic', ...Object.values(profile.products).flatMap((product) => Object.keys(product))];
  expect([...named, ...fields].filter((one) => !text.includes(`\`${one}\``))).toEqual([]);
});
