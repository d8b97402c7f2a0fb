import { type Html, html } from '../browser/html.ts';
import { wrongAttemptsAtMost } from '../domain/authorisations/authorisation.ts';
import { isBulk } from '../domain/payments/instruction.ts';
import { isolate } from './format.ts';
import { bankAppNote, form, frame, type Rows, type Scene, textsOf, tppRows, troubleLine } from './page.ts';
import { summary } from './summary.ts';

export function decidePage(scene: Scene): Html {
  const texts = textsOf(scene);
  const { authorisation, agreement } = scene.view;
  const isCancellation = authorisation.kind === 'CANCELLATION';
  // The texts of a basket are in the plural, so a bulk payment has them too.
  const textKind = !isCancellation && showsSeveralPayments(scene) ? 'BASKET' : authorisation.kind;
  const { title, text } = texts.decide[textKind];
  return frame(
    scene,
    title,
    html`<p class="${isCancellation ? 'warning' : 'lead'}">${text}</p>
${summary(scene, partyRows(scene))}
${bankAppNote(scene)}
${form(
  scene,
  'decision',
  html`${
    agreement !== null &&
    html`<input type="hidden" name="agreementId" value="${agreement.agreementId}">
`
  }${codeField(scene)}
<div class="buttons"><button name="decision" value="approve">${texts.approve}</button><button class="plain" name="decision" value="reject" formnovalidate>${texts.reject}</button></div>`,
)}`,
  );
}

/** The page before the redirect to the identity provider. */
export function leavePage(scene: Scene): Html {
  const texts = textsOf(scene);
  const { kind } = scene.view.authorisation;
  return frame(
    scene,
    texts.identify[kind].title,
    html`<p class="${kind === 'CANCELLATION' ? 'warning' : 'lead'}">${texts.leave[kind]}</p>
${summary(scene, partyRows(scene))}
${form(
  scene,
  'leave',
  html`${troubleLine(scene, null)}
<div class="buttons"><button autofocus>${texts.toProvider}</button><button class="plain" formaction="${scene.path}/decision" name="decision" value="reject">${texts.reject}</button></div>`,
)}`,
  );
}

const showsSeveralPayments = ({ view: { payments } }: Scene): boolean =>
  payments.length > 1 || payments.some(({ instruction }) => isBulk(instruction));

function partyRows(scene: Scene): Rows {
  const texts = textsOf(scene);
  const { customer, agreement } = scene.view;
  return [
    [texts.row.customer, customer && isolate(customer.customerName)],
    [texts.row.agreement, agreement && isolate(agreement.name)],
    ...tppRows(scene),
  ];
}

/** With several payments, the focus would scroll them out of view, so the field gets the focus only after an error. */
function codeField(scene: Scene): Html {
  const texts = textsOf(scene);
  const { authorisation, trouble } = scene.view;
  const hasError = trouble !== null;
  const hasFocus = hasError || !showsSeveralPayments(scene);
  return html`<div class="field">
<label for="code">${texts.code}</label>
${troubleLine(scene, wrongAttemptsAtMost - authorisation.wrongAttempts)}
<input class="code" id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="16" spellcheck="false" required${hasFocus && html` autofocus`} aria-describedby="${hasError && 'error '}hint"${hasError && html` aria-invalid="true"`}>
<p class="hint" id="hint">${texts.codeInstructions[scene.method]}${scene.sandbox && html` <span class="sandbox-code">${texts.sandboxCode} <strong id="sandbox-code">${authorisation.code}</strong></span>`}</p>
</div>`;
}
