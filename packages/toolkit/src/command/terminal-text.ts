/**
 * Matches a control character other than a tab or a line break, with the colour code that may follow it, or a character that
 * changes the direction of a text.
 */
const controlCharacters = /(?![\t\n]|\r\n)\p{Cc}(?:\[(?:0|3[123])m)?|[\u202a-\u202e\u2066-\u2069]/gu;
const escapeKey = '\u001b';

/**
 * Escapes control characters, which texts of a bank may contain. The escapes are those of JSON, so JSON in the text keeps its
 * value. Colour codes stay, because the toolkit itself writes them.
 */
export const terminalText = (text: string): string =>
  text.replace(controlCharacters, (match) => {
    const isColour = match.startsWith(escapeKey) && match.length > 1;
    if (isColour) return match;
    // A colour code that follows another control character than escape is text, so it stays.
    return `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}${match.slice(1)}`;
  });
