/** What a TPP may know of an authorisation: no code, link or hash. */
import { z } from 'zod';
import { opaqueId } from '../fields/shown.ts';
import { viewOf } from '../fields/view.ts';
import { type ScaStatus, scaStatuses } from './authorisation.ts';

export interface ShownAuthorisation {
  readonly authorisationId: string;
  readonly scaStatus: ScaStatus;
  /** Epoch milliseconds, by the clock of the TPP. */
  readonly expiresAt: number;
}

/** What of an authorisation is kept for replays. */
export const shownAuthorisation = ({
  authorisationId,
  scaStatus,
  expiresAt,
}: ShownAuthorisation): ShownAuthorisation => ({ authorisationId, scaStatus, expiresAt });

export const authorisationView = viewOf<ShownAuthorisation>()(
  z
    .strictObject({
      authorisationId: opaqueId,
      scaStatus: z.enum(scaStatuses).meta({
        id: 'ScaStatus',
        description: 'Status of an authorisation as Berlin Group has it.',
      }),
    })
    .meta({
      id: 'Authorisation',
      description: 'What a PSU is asked to approve, and how far they have come.',
    }),
  {},
);
