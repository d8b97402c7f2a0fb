/** Escapes control characters in texts of a bank as JSON does, so that JSON keeps its value. The toolkit's own colours stay. */
const controlCharacters = /(?![\t\n]|\r\n)\p{Cc}(?:\[(?:0|3[123])m)?|[\u202a-\u202e\u2066-\u2069]/gu;
const escapeKey = '\u001b';

export const terminalText = (text: string): string =>
  text.replace(controlCharacters, (match) => {
    if (match.startsWith(escapeKey) && match.length > 1) return match;
    return `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}${match.slice(1)}`;
  });
