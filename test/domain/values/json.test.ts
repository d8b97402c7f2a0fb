import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../../../src/domain/fields/strict-json.ts';
import { Refusal } from '../../../src/domain/refusal.ts';
import { cheapest } from '../../support/cost.ts';
import { nightly } from '../../support/nightly.ts';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));
const faultOf = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof Refusal) return `${error.tppMessages[0]?.path}: ${error.message}`;
    throw error;
  }
  return 'none';
};
const mebibyte = 1_024 * 1_024;
const filled = (open: string, item: (index: number) => string, close: string, size = mebibyte): string => {
  const parts: string[] = [];
  let length = open.length + close.length;
  for (let index = 0; ; index += 1) {
    const part = (index === 0 ? '' : ',') + item(index);
    length += part.length;
    if (length > size) return `${open}${parts.join('')}${close}`;
    parts.push(part);
  }
};

describe('the parsed value', () => {
  it('is that of JSON.parse, for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps texts that look like structure', () => {
    for (const text of ['"{"', '":"', '"\\":"', '"\\\\":', ',[{']) {
      const value = { [text]: [text, { [text]: text }] };
      expect(parse(JSON.stringify(value))).toEqual(value);
    }
  });

  it('may have 64 levels, and 120,000 values', () => {
    expect(faultOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe('none');
    expect(faultOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe(
      'body: the body is nested more than 64 levels deep',
    );
    expect(faultOf(`[${Array(119_999).fill('0').join()}]`)).toBe('none');
    expect(faultOf(`[${Array(120_000).fill('0').join()}]`)).toBe(
      'body: the body contains more than 120000 values',
    );
  });
});

describe('a text that is not JSON', () => {
  it.each([
    ['lists after a text without an end', `["\n${'['.repeat(60_000)}`],
    ['objects after a text without an end', `["\n${'{"a":'.repeat(12_000)}`],
    ['lists after a comment', `[/*"*/${'['.repeat(60_000)}`],
  ])('%s', (_, text) => {
    expect(faultOf(text)).toMatch(/^body: the body is not valid JSON: .*, line 1, column 2$/);
  });
});

describe('a duplicate key', () => {
  it.each([
    ['at the top', '{"a":1,"a":1}', 'a'],
    ['escaped', '{"a":1,"\\u0061":2}', 'a'],
    ['escaped another way', '{"/":1,"\\/":2}', '/'],
    ['as a surrogate pair', '{"😀":1,"\\ud83d\\ude00":2}', '😀'],
    ['empty', '{"":1,"":2}', ''],
    ['deep', '[[{"b":[{"c":{"x":1,"y":2,"x":3}}]}]]', 'x'],
    ['with a structure in it', '{"{\\":":1,"{\\":":2}', '{":'],
    ['named after the prototype', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ['like an index', '{"1":1,"2":2,"1":3}', '1'],
  ])('%s', (_, text, name) => {
    expect(faultOf(text)).toBe(`body: the key ${JSON.stringify(name)} appears twice in one object`);
  });

  it('is found among any other keys, and nowhere else', () => {
    const key = fc.string({ maxLength: 3, unit: fc.constantFrom('a', '"', '\\', ':', '{', ',', '1', 'é') });
    const member = fc.tuple(
      key,
      fc.constantFrom('1', '{}', '[]', '":"', '{"a":{"a":1}}', '[{"a":1},{"a":1}]'),
    );
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members) => {
        const text = `[{"a":1},{${members.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join()}}]`;
        const twice = new Set(members.map(([name]) => name)).size < members.length;
        expect(faultOf(text).endsWith('appears twice in one object')).toBe(twice);
      }),
    );
  });

  it('is named with a cut between characters', () => {
    const long = `${'x'.repeat(68)}😀😀😀`;
    expect(faultOf(`{"${long}":1,"${long}":1}`)).toContain(`"${'x'.repeat(68)}😀…"`);
  });
});

describe('the worst megabyte', () => {
  const twice = (text: string) => text.replace(/^\{/, '{"twice":1,').replace(/\}$/, ',"twice":2}');
  const names = filled('{', (index) => `"${index.toString(36)}":0`, '}', 600_000);
  const worst: readonly (readonly [string, string])[] = [
    ['objects', filled('[', () => '{}', ']')],
    ['objects of one key', filled('[', () => '{"a":1}', ']')],
    ['lists', filled('[', () => '[]', ']')],
    ['numbers', filled('[', () => '0', ']')],
    ['keys', filled('{', (index) => `"${index.toString(36)}":0`, '}')],
    ['keys that are numbers', filled('{', (index) => `"${(index * 65_536) % 4_294_967_291}":0`, '}')],
    ...(nightly ? [['as many keys as may be', names] as const] : []),
    ['as many keys as may be, one twice', twice(names)],
    ['long keys', filled('{', (index) => `"${String(index).padStart(1_000, 'k')}":0`, '}')],
    ['escapes', `["${'\\"'.repeat(mebibyte / 2 - 3)}"]`],
    ['back-slashes', `["${'\\\\'.repeat(mebibyte / 2 - 3)}"]`],
    ['quotes that are no JSON', '"'.repeat(mebibyte)],
    ['colons that are no JSON', ':'.repeat(mebibyte)],
    ['commas that are no JSON', `[${','.repeat(65_000)}`],
    ['depth', '['.repeat(mebibyte)],
    ['a text without an end', `"${'a'.repeat(mebibyte)}`],
    ['a text that ends in a back-slash', `"${'a'.repeat(mebibyte)}\\`],
    ['levels again and again', filled('[', () => '['.repeat(62) + ']'.repeat(62), ']')],
  ];
  it.each(worst)('of %s costs little more than JSON.parse alone, or than one scan', (_, text) => {
    const bytes = Buffer.from(text);
    const outcome = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        expect(error instanceof Refusal || error instanceof SyntaxError).toBe(true);
      }
    };
    const look = 30;
    const cost = cheapest(() => outcome(() => parseStrictJson(bytes)), look);
    const bound = cost < look ? look : look + 5 * cheapest(() => outcome(() => JSON.parse(text)));
    expect(cost).toBeLessThan(bound);
  });
});
