/** Texts of any characters for property tests: fast-check's own take a second to make a table of all code points. */
import fc from 'fast-check';

const ascii = fc.integer({ min: 0, max: 0x7f });
const [halfFirst, halves] = [0xd800, 0x800];
const anywhere = fc
  .integer({ min: 0, max: 0x10ffff - halves })
  .map((number) => (number < halfFirst ? number : number + halves));
const character = fc.oneof(ascii, anywhere).map((codePoint) => String.fromCodePoint(codePoint));

/** Half of it ASCII, where the signs are that mean something; no halves of surrogate pairs. */
export const anyText = (bounds: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.array(character, bounds).map((characters) => characters.join(''));
