import { createContext, useContext } from 'react';

export interface Terminal {
  readonly base: string;
  readonly command: string;
  /** Options that the bank wrote into this page. */
  readonly options: string;
  readonly keys: string;
  /** The TPP whose keys the toolkit uses by default. */
  readonly demo: string;
  readonly tppId: string;
}

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
