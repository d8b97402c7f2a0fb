import { type Html, html } from '../browser/html.ts';
import type { EndReason } from '../domain/authorisations/authorisation.ts';
import type { PageView } from '../operations/sca/view.ts';
import { timeOf } from './format.ts';
import { cancelButton, form, frame, type PageContext, type Scene, wordsOf } from './page.ts';
import type { PageFault, Texts } from './texts.ts';

export function closedPage(scene: Scene): Html {
  const words = wordsOf(scene);
  const { authorisation, closedUntil } = scene.view;
  const { title, text } = words.closed[authorisation.kind === 'LOGIN' ? 'LOGIN' : 'APPROVAL'];
  return frame(
    scene,
    title,
    html`<p class="status bad" role="status">${text} ${words.closedUntil} ${timeOf(words, closedUntil ?? 0)}.</p>
${form(scene, 'decision', html`<div class="buttons">${cancelButton(scene)}</div>`)}`,
  );
}

/** The PSU did not use the link: something else ended the authorisation. */
const reasonsWithoutUse: readonly EndReason[] = ['SUPERSEDED', 'WITHDRAWN', 'RESOURCE_CHANGED'];
/** The text of these reasons names an action or the identity of the PSU. */
const reasonsAboutPsu: readonly EndReason[] = [
  'APPROVED',
  'REJECTED',
  'NOT_ALLOWED',
  'WRONG_IDENTITY',
  'PAYMENT_FAILED',
];

/**
 * Shows no payment details, because another person may hold the used link. `returnTo` may carry the PSU's ids, so only the
 * browser that ended the authorisation gets it.
 */
export function endedPage(context: PageContext, view: PageView): Html {
  const words = wordsOf(context);
  const { returnTo, authorisation } = view;
  const reason = authorisation.endReason ?? 'EXPIRED';
  const { title, text } = endedWords(words, view);
  const mood = reason === 'APPROVED' ? 'good' : reason === 'REJECTED' ? 'calm' : 'bad';
  const tpp = html`<bdi>${view.tppName}</bdi>`;
  return frame(
    context,
    title,
    html`<p class="status ${mood}" role="status">${returnTo === null && reasonsAboutPsu.includes(reason) ? words.elsewhere : text}</p>
${reason !== 'EXPIRED' && html`<p class="lead">${reasonsWithoutUse.includes(reason) ? words.over : words.used}${returnTo === null && html` ${words.goBack(tpp)}`}</p>`}
${returnTo !== null && html`<p class="buttons"><a class="button" href="${returnTo}" rel="noreferrer" autofocus>${words.returnTo} ${tpp}</a></p>`}`,
  );
}

function endedWords(words: Texts, { authorisation: { kind, endReason } }: PageView) {
  if (endReason === 'APPROVED') return words.approved[kind];
  const endTexts = words.ended[endReason ?? 'EXPIRED'];
  return endReason === 'REJECTED' ? { ...endTexts, text: words.rejected[kind] } : endTexts;
}

/** `path` is null for an unknown link; `id` is the id of the log line of a failure. */
export function faultPage(
  context: PageContext,
  fault: PageFault,
  path: string | null,
  id: string | null,
): Html {
  const words = wordsOf(context);
  const { title, text } = words.faults[fault];
  return frame(
    context,
    title,
    html`<p class="status bad" role="status">${text}</p>
${id !== null && html`<p class="hint">${words.failureId} <code>${id}</code></p>`}
${path !== null && html`<p class="buttons"><a class="button" href="${path}" autofocus>${words.again}</a></p>`}`,
  );
}
