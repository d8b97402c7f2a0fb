/** What opening a link would show, read without a lock or a change: for clients that only inspect it, such as mail scanners. */
import type { TargetedAuthorisation } from '../ports/stores.ts';
import { paymentsOf } from './returned.ts';
import { type EndContext, whyLate } from './targets.ts';

export interface PageLook {
  readonly authorisation: TargetedAuthorisation;
  readonly ended: boolean;
}

export async function lookAt(context: EndContext, authorisation: TargetedAuthorisation): Promise<PageLook> {
  const isOver =
    authorisation.endedAt !== null ||
    whyLate(context, authorisation, await paymentsOf(context.stores, authorisation)) !== null;
  return { authorisation, ended: isOver };
}
