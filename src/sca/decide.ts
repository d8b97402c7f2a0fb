import { type Child, type Html, html } from '../browser/html.ts';
import { wrongAttemptsAtMost } from '../domain/authorisations/authorisation.ts';
import { isBulk } from '../domain/payments/instruction.ts';
import { bankAppNote, form, frame, type Scene, tppRows, troubleLine, wordsOf } from './page.ts';
import { summary } from './summary.ts';

export function decidePage(scene: Scene): Html {
  const words = wordsOf(scene);
  const { authorisation } = scene.view;
  const warned = authorisation.kind === 'CANCELLATION';
  const { title, text } = words.decide[!warned && isLong(scene) ? 'BASKET' : authorisation.kind];
  return frame(
    scene,
    title,
    html`<p class="${warned ? 'warning' : 'lead'}">${text}</p>
${summary(scene, whoRows(scene))}
${bankAppNote(scene)}
${form(
  scene,
  'decision',
  html`${codeField(scene)}
<div class="buttons"><button name="decision" value="approve">${words.approve}</button><button class="plain" name="decision" value="reject" formnovalidate>${words.reject}</button></div>`,
)}`,
  );
}

const isLong = ({ view: { payments } }: Scene): boolean =>
  payments.length > 1 || payments.some(({ instruction }) => isBulk(instruction));

export function whoRows(scene: Scene): readonly (readonly [string, Child])[] {
  const words = wordsOf(scene);
  const { customer, agreement } = scene.view;
  return [
    [words.row.customer, customer && html`<bdi>${customer.customerName}</bdi>`],
    [words.row.agreement, agreement && html`<bdi>${agreement.name}</bdi>`],
    ...tppRows(scene),
  ];
}

/**
 * Enter in the field submits the first button, which is Approve. On a long page the field gets the focus only after an
 * error, because the focus would scroll the payment out of sight.
 */
function codeField(scene: Scene): Html {
  const words = wordsOf(scene);
  const { authorisation, trouble } = scene.view;
  const wrong = trouble !== null;
  const focused = wrong || !isLong(scene);
  return html`<div class="field">
<label for="code">${words.code}</label>
${troubleLine(scene, wrongAttemptsAtMost - authorisation.wrongAttempts)}
<input class="code" id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="16" spellcheck="false" required${focused && html` autofocus`} aria-describedby="${wrong && 'error '}hint"${wrong && html` aria-invalid="true"`}>
<p class="hint" id="hint">${words.sent[scene.method]}${scene.sandbox && html` <span class="sandbox-code">${words.sandboxCode} <strong id="sandbox-code">${authorisation.code}</strong></span>`}</p>
</div>`;
}
