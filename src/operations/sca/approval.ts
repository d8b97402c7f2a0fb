/** How PSUs log in and approve: on the pages of this service, or at another place to which these send them. */
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import { type BrowserProof, createSteps, type Steps, type View } from './steps.ts';

/** Where a PSU goes, and the secret by which they are known on the way back. */
export interface PsuRedirect {
  readonly scaRedirect: string;
  readonly returnState: string;
  /** For how long the browser is known; absent: until it is closed. */
  readonly knownSeconds?: number;
}

/** What the browser gets: the redirect, else the page of the view, which is null when the link is unknown. */
export interface PsuPage {
  readonly view: View | null;
  readonly redirect: PsuRedirect | null;
}

/** What the browser brings back. */
export interface ComeBack {
  readonly returnState: string;
  /** The link that this browser had followed, and the secret of its page, by its cookie. */
  readonly linkToken: string;
  readonly secret: string;
  readonly query: URLSearchParams;
}

/** The page that is shown then, or where the PSU goes on. */
export type CameBack = { readonly linkToken: string; readonly view: View } | { readonly address: string };

export interface Approval extends Omit<Steps, 'open'> {
  /** When PSUs leave these pages for another place. */
  readonly leaves: 'NEVER' | 'WHEN_OPENED' | 'BY_FORM';
  open(linkToken: string, secret: string | null, language: PageLanguage | null): Promise<PsuPage>;
  leave(linkToken: string, proof: BrowserProof): Promise<PsuPage>;
  /** null: the state is unknown, or the browser is another one. */
  comeBack(come: ComeBack): Promise<CameBack | null>;
}

/** PSUs stay on these pages. */
export function approvalOn(steps: Steps): Approval {
  return {
    ...steps,
    leaves: 'NEVER',
    open: async (...visit) => ({ view: await steps.open(...visit), redirect: null }),
    leave: async () => ({ view: null, redirect: null }),
    comeBack: async () => null,
  };
}

export const approvalHere = (parts: Parameters<typeof createSteps>[0]): Approval =>
  approvalOn(createSteps(parts));
