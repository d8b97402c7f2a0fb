/** Characters that turn the text after them, so that a name reads like another name, or that nobody can see; blank texts. */
const deceptiveCharacters = /[\u200b\u202a-\u202e\u2060-\u206f\ufeff]|^\s+$/g;

export const markDeceptive = (text: string): string => text.replace(deceptiveCharacters, '\ufffd');
