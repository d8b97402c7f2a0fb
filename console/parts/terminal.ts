/** What a line to copy needs to run in a terminal: where the bank is, where keys lie, and which TPP it speaks for. */
import { createContext, useContext } from 'react';

export interface Terminal {
  /** Of the bank, without a trailing slash. */
  readonly base: string;
  /** How the toolkit is called. */
  readonly command: string;
  /** What leads the toolkit there, as the bank has written it into this page. */
  readonly options: string;
  /** The folder of the sandbox's keys. */
  readonly keys: string;
  /** Whose keys the toolkit takes unless it is told. */
  readonly demo: string;
  /** Who is signed in. */
  readonly tppId: string;
}

/** The tppId of who is signed in; null: nobody. */
export const TppContext = createContext<string | null>(null);

export function useTerminal(): Terminal {
  const {
    command = 'npm run tpp --',
    toolkit = '',
    keys = '.data/tpp',
    demo = '',
  } = document.documentElement.dataset;
  const base = new URL('.', document.baseURI).href.replace(/\/$/, '');
  return { base, command, options: toolkit, keys, demo, tppId: useContext(TppContext) ?? demo };
}
