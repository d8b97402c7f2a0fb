import { type Html, html } from '../browser/html.ts';
import type { EndReason } from '../domain/authorisations/authorisation.ts';
import type { PageView } from '../operations/sca/view.ts';
import { isolate, timeOf } from './format.ts';
import { cancelButton, form, frame, type PageContext, type Scene, textsOf } from './page.ts';
import type { PageFault, Texts } from './texts.ts';

/** The PSU gets this page after too many wrong codes, until `closedUntil`. */
export function closedPage(scene: Scene): Html {
  const texts = textsOf(scene);
  const { authorisation, closedUntil } = scene.view;
  const { title, text } = texts.closed[authorisation.kind === 'LOGIN' ? 'LOGIN' : 'APPROVAL'];
  return frame(
    scene,
    title,
    html`<p class="status bad" role="status">${text} ${texts.closedUntil} ${timeOf(texts, closedUntil ?? 0)}.</p>
${form(scene, 'decision', html`<div class="buttons">${cancelButton(scene)}</div>`)}`,
  );
}

/** The PSU has not used up the link. EXPIRED is missing, because its page has no sentence about the link. */
const reasonsWithUnusedLink: readonly EndReason[] = ['SUPERSEDED', 'WITHDRAWN', 'RESOURCE_CHANGED'];
/** Only the browser of the PSU shows the texts of these reasons. Other browsers show the titles. */
const reasonsAboutPsu: readonly EndReason[] = [
  'APPROVED',
  'REJECTED',
  'NOT_ALLOWED',
  'WRONG_IDENTITY',
  'PAYMENT_FAILED',
];

/** Other people may open the used link, so the page has no payment details. In their browsers `returnTo` is null. */
export function endedPage(context: PageContext, view: PageView): Html {
  const texts = textsOf(context);
  const { returnTo, authorisation } = view;
  const reason = authorisation.endReason ?? 'EXPIRED';
  const { title, text, statusClass } = endedTexts(texts, view);
  const hidesReason = returnTo === null && reasonsAboutPsu.includes(reason);
  const linkText = reasonsWithUnusedLink.includes(reason) ? texts.linkEnded : texts.linkUsed;
  const tpp = isolate(view.tppName);
  return frame(
    context,
    title,
    html`<p class="status ${statusClass}" role="status">${hidesReason ? texts.otherBrowser : text}</p>
${reason !== 'EXPIRED' && html`<p class="lead">${linkText}${returnTo === null && html` ${texts.goBack(tpp)}`}</p>`}
${returnTo !== null && html`<p class="buttons"><a class="button" href="${returnTo}" rel="noreferrer" autofocus>${texts.returnTo} ${tpp}</a></p>`}`,
  );
}

function endedTexts(texts: Texts, { authorisation: { kind, endReason } }: PageView) {
  if (endReason === 'APPROVED') return { ...texts.approved[kind], statusClass: 'good' };
  if (endReason === 'REJECTED')
    return { title: texts.rejectedTitle, text: texts.rejected[kind], statusClass: 'calm' };
  return { ...texts.ended[endReason ?? 'EXPIRED'], statusClass: 'bad' };
}

/** `continueAt`: where the button leads; null: there is no button. The log has the same `failureId`. */
export function faultPage(
  context: PageContext,
  fault: PageFault,
  continueAt: string | null,
  failureId: string | null,
): Html {
  const texts = textsOf(context);
  const { title, text } = texts.faults[fault];
  return frame(
    context,
    title,
    html`<p class="status bad" role="status">${text}</p>
${failureId !== null && html`<p class="hint">${texts.failureId} <code>${failureId}</code></p>`}
${continueAt !== null && html`<p class="buttons"><a class="button" href="${continueAt}" autofocus>${texts.continueToPage}</a></p>`}`,
  );
}
