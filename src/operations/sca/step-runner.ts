/** A step that changes something is one transaction under locks, so that double clicks and races have one outcome. */
import type { ApprovalQuestions } from '../ports/bank.ts';
import type { LinkedAuthorisation } from '../ports/stores.ts';
import type { Act } from './acts.ts';
import { claim } from './claim.ts';
import { endIfDue, lockPaymentsAndAuthorisation, readPayments } from './finish.ts';
import { type FormSender, findByLink } from './secrets.ts';
import { collectChanges, createStepContext, type StepsParts, tppTimeOf } from './step-context.ts';
import { endReasonNow } from './targets.ts';
import { type PageView, pageViewOf } from './view.ts';

export type StepRunner = ReturnType<typeof createStepRunner>;

export function createStepRunner(parts: StepsParts) {
  const prepareDirectory = (record: LinkedAuthorisation, questions: ApprovalQuestions) =>
    parts.bank.prepareApproval(
      { stores: parts.work.of(record.tppId).stores, now: tppTimeOf(parts, record) },
      async () => record,
      questions,
    );

  /** Does not call `act` if the authorisation has ended or must end. null: the link is unknown. */
  async function runLocked(
    linkToken: string,
    secret: string | null,
    act: Act,
    questions: ApprovalQuestions = {},
  ): Promise<PageView | null> {
    const record = await findByLink(parts.work, linkToken);
    if (record === null) return null;
    const directoryOf = await prepareDirectory(record, questions);
    return parts.work.of(record.tppId).transaction(async (transactionStores) => {
      const { stores, write } = collectChanges(transactionStores, record.authorisationId);
      const context = createStepContext(parts, stores, record, directoryOf);
      const lockedRecords = await lockPaymentsAndAuthorisation(context, record);
      if (lockedRecords === null) return null;
      const { payments } = lockedRecords;
      const authorisation = await endIfDue(context, lockedRecords.authorisation, payments);
      const stepResult =
        authorisation.endedAt === null ? await act(context, authorisation, payments) : { authorisation };
      await write();
      return pageViewOf(context, stepResult, payments, secret);
    });
  }

  return {
    runLocked,
    /** `act` must change nothing. null: the authorisation must end, so the caller needs `runLocked`. */
    async runUnlocked(record: LinkedAuthorisation, secret: string | null, act: Act) {
      const { stores } = parts.work.of(record.tppId);
      const context = createStepContext(parts, stores, record, await prepareDirectory(record, {}));
      const payments = await readPayments(stores, record);
      if (record.endedAt !== null) return pageViewOf(context, { authorisation: record }, payments, secret);
      if (endReasonNow(context, record, payments) !== null) return null;
      return pageViewOf(context, await act(context, record, payments), payments, secret);
    },
    /** Does not call `act` if this service did not make the page for this browser. */
    submitForm: (linkToken: string, sender: FormSender, act: Act, questions?: ApprovalQuestions) =>
      runLocked(
        linkToken,
        sender.secret,
        async (context, authorisation, payments) => {
          const claimedAuthorisation = await claim(context, authorisation, sender);
          return claimedAuthorisation === null
            ? { authorisation, trouble: 'STALE_PAGE' }
            : act(context, claimedAuthorisation, payments);
        },
        questions,
      ),
  };
}
