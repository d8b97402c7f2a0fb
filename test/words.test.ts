import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sources, wordsOf } from '../scripts/words.ts';

it('the source keeps to the rules', () => {
  const { participles, typesTwice, orphans } = wordsOf(sources());
  expect(sources().length).toBeGreaterThan(500);
  expect(participles.length, participles.join('\n')).toBeLessThan(100);
  expect(typesTwice).toEqual([]);
  expect(orphans).toEqual([]);
});

it('a violation is detected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  const path = join(folder, 'planted.ts');
  writeFileSync(
    path,
    [
      'interface Row {}',
      'type Row = string;',
      "declare module 'other' { interface Row {} }",
      '',
      '/** Belongs to nothing. */',
      '',
      'const found = (wanted: Row, row: Row) => [wanted, row];',
      'const { known, here: asked, payment } = all;',
      'function read() {}',
    ].join('\n'),
  );
  try {
    const { participles, typesTwice, orphans } = wordsOf([path]);
    expect(participles.map((place) => place.split(' ')[1])).toEqual([
      'found',
      'wanted',
      'known',
      'asked',
      'read',
    ]);
    expect(typesTwice).toEqual([`Row: ${path}:1, ${path}:2`]);
    expect(orphans).toEqual([`${path}:5`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
