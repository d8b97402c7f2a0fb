/** Random texts for property tests: fast-check's own take a second to build a table of all code points. */
import fc from 'fast-check';

const ascii = fc.integer({ min: 0, max: 0x7f });
const [halfFirst, halves] = [0xd800, 0x800];
const anywhere = fc
  .integer({ min: 0, max: 0x10ffff - halves })
  .map((number) => (number < halfFirst ? number : number + halves));
const character = fc.oneof(ascii, anywhere).map((codePoint) => String.fromCodePoint(codePoint));

/** Half of it ASCII, where characters have meaning; no lone surrogates. */
export const anyText = (bounds: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.array(character, bounds).map((characters) => characters.join(''));
