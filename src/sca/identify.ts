import { type Html, html } from '../browser/html.ts';
import { authMethods, wrongAttemptsAtMost } from '../domain/authorisations/authorisation.ts';
import { accountOf } from './format.ts';
import {
  bankAppNote,
  cancelButton,
  form,
  frame,
  rows,
  type Scene,
  textsOf,
  tppRows,
  troubleLine,
} from './page.ts';

export function identifyPage(scene: Scene): Html {
  const texts = textsOf(scene);
  const { trouble, suggestions, authorisation } = scene.view;
  const hasError = trouble !== null;
  // Before the first error, the PSU of a sandbox usually presses one of the buttons above the field.
  const hasFocus = hasError || suggestions.length === 0;
  const { title, text } = texts.identify[authorisation.kind];
  return frame(
    scene,
    title,
    html`<p class="lead">${text}</p>
${rows(tppRows(scene))}
${bankAppNote(scene)}
${customerChoices(scene)}
${form(
  scene,
  'identify',
  html`<div class="field">
<label for="customerNumber">${texts.customerNumber}</label>
${troubleLine(scene, wrongAttemptsAtMost - authorisation.wrongAttempts)}
<input id="customerNumber" name="customerNumber" type="text" inputmode="numeric" autocomplete="username" maxlength="64" spellcheck="false" required${hasFocus && html` autofocus`} aria-describedby="${hasError && 'error '}hint"${hasError && html` aria-invalid="true"`}>
<p class="hint" id="hint">${texts.customerNumberHint}</p>
</div>
<div class="field">
<label for="method">${texts.method}</label>
<select id="method" name="method">${authMethods.map(
    (method) =>
      html`<option value="${method}"${method === scene.method && html` selected`}>${texts.methods[method]}</option>`,
  )}</select>
</div>
<div class="buttons"><button>${texts.continue}</button>${cancelButton(scene)}</div>`,
)}`,
  );
}

/** The choices have their own form. Otherwise Enter in the number field would press the first of their buttons. */
function customerChoices(scene: Scene): Html | null {
  const texts = textsOf(scene);
  const { suggestions, payments } = scene.view;
  if (suggestions.length === 0) return null;
  const account = payments[0]?.instruction.debtorAccount;
  return form(
    scene,
    'identify',
    html`<input type="hidden" name="method" value="${scene.method}">
<div class="customer-choices" role="group" aria-labelledby="customer-choices">
<p id="customer-choices">${texts.customerChoices}</p>
${suggestions.map(
  ({ customerName, customerNumber, holdsDebtorAccount }) =>
    html`<button class="choice" name="pick" value="${customerNumber}"><bdi>${customerName}</bdi> <span class="hint">${customerNumber}</span>${holdsDebtorAccount && account && html` <span class="hint owns">${texts.owns} ${accountOf(account)}</span>`}</button>
`,
)}<p class="hint"><a href="${scene.base}/docs/guide/test-data">${texts.testData}</a></p></div>`,
  );
}

export function agreementPage(scene: Scene): Html {
  const texts = textsOf(scene);
  const hasError = scene.view.trouble !== null;
  const choices = scene.view.agreements.map(
    ({ agreementId, name, ownerNumber }, index) => html`<label class="choice">
<input type="radio" name="agreementId" value="${agreementId}" required${index === 0 && html` autofocus`}>
<span><bdi>${name}</bdi> <span class="hint">${ownerNumber}</span></span>
</label>
`,
  );
  return frame(
    scene,
    texts.agreementTitle,
    form(
      scene,
      'agreement',
      html`<fieldset${hasError && html` aria-describedby="error"`}>
<legend class="lead">${texts.agreementText}</legend>
${troubleLine(scene, null)}
${choices}</fieldset>
<div class="buttons"><button>${texts.continue}</button>${cancelButton(scene)}</div>`,
    ),
  );
}
