/** The characters that the pages of SCA mark (`src/sca/format.ts`, which has the reasons). */
const deceptiveCharacters =
  /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|^[\s\p{Join_Control}\p{Variation_Selector}]+$/gu;

/** For places without a `bdi`, such as an option: the direction of the text does not affect the text around it. */
export const isolate = (text: string): string => `\u2068${markDeceptive(text)}\u2069`;

export const markDeceptive = (text: string): string => text.replace(deceptiveCharacters, '\ufffd');
