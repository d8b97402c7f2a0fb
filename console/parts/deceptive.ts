/** Characters that turn the text after them, so that a name reads like another name, or that nobody can see; blank texts. */
const deceptiveCharacters = /[\u200b\u202a-\u202e\u2060-\u206f\ufeff]|^\s+$/g;

/** For places without a `bdi`, such as an option: the direction of the text does not affect the text around it. */
export const isolate = (text: string): string => `\u2068${markDeceptive(text)}\u2069`;

export const markDeceptive = (text: string): string => text.replace(deceptiveCharacters, '\ufffd');
