/**
 * The steps that a PSU takes on the SCA page: open, identify, choose an agreement, decide. How a step runs stands in locked.ts,
 * what it does in acts.ts; the pages that show these steps are in the room sca.
 */
import type { PageLanguage } from '../../domain/authorisations/language.ts';
import { choose, type Decision, decide, identify, typedNumber } from './acts.ts';
import { afterApproval } from './after-approval.ts';
import { onThePage } from './authentication.ts';
import { choosesLanguage, open } from './claim.ts';
import { ofLink } from './link.ts';
import { createLockedSteps, type StepsParts } from './locked.ts';
import { type Look, lookAt } from './look.ts';
import type { BrowserProof } from './secrets.ts';
import { stepTime } from './step-context.ts';
import type { View } from './view.ts';

export type { BrowserProof } from './secrets.ts';
export type { Trouble, View } from './view.ts';

export interface Steps {
  /** Shows the page; null when the link is unknown. `secret` is that of the browser's cookie. */
  open(linkToken: string, secret: string | null, language: PageLanguage | null): Promise<View | null>;
  /** What the page would show, for a client that asks for its headers alone; null when the link is unknown. */
  look(linkToken: string): Promise<Look | null>;
  identify(linkToken: string, proof: BrowserProof, customerNumber: string): Promise<View | null>;
  chooseAgreement(linkToken: string, proof: BrowserProof, agreementId: string): Promise<View | null>;
  decide(linkToken: string, proof: BrowserProof, decision: Decision): Promise<View | null>;
}

export function createSteps(parts: StepsParts): Steps {
  const { read, locked, step } = createLockedSteps(parts);
  return {
    async look(linkToken) {
      const known = await ofLink(parts.work, linkToken);
      return known && lookAt({ stores: parts.work.of(known.tppId).read, now: stepTime(parts, known) }, known);
    },
    async open(linkToken, secret, language) {
      const known = await ofLink(parts.work, linkToken);
      if (known === null) return null;
      const act = open(secret, language);
      const shown = choosesLanguage(known, secret, language) ? null : await read(known, secret, act);
      return shown ?? locked(linkToken, secret, act);
    },
    identify: (linkToken, proof, customerNumber) =>
      step(linkToken, proof, identify(proof, customerNumber), {
        customerNumber: typedNumber(customerNumber),
      }),
    async chooseAgreement(linkToken, proof, agreementId) {
      const { approvesByChoice: rights } = parts.authentication ?? onThePage;
      const chosen = await step(linkToken, proof, choose(proof, agreementId), { rights, agreementId });
      return chosen && afterApproval(parts, chosen);
    },
    async decide(linkToken, proof, decision) {
      const decided = await step(linkToken, proof, decide(proof, decision), { rights: decision.approve });
      return decided && afterApproval(parts, decided);
    },
  };
}
