/** Where the bank is, as it is written into lines to copy. */
export const restBase = new URL('.', document.baseURI).href.replace(/\/$/, '');
