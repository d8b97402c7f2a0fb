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
  tppRows,
  troubleLine,
  wordsOf,
} from './page.ts';

export function identifyPage(scene: Scene): Html {
  const words = wordsOf(scene);
  const { kind, wrongAttempts } = scene.view.authorisation;
  const wrong = scene.view.trouble !== null;
  const { title, text } = words.identify[kind];
  return frame(
    scene,
    title,
    html`<p class="lead">${text}</p>
${rows(tppRows(scene))}
${bankAppNote(scene)}
${suggestions(scene)}
${form(
  scene,
  'identify',
  html`<div class="field">
<label for="customerNumber">${words.customerNumber}</label>
${troubleLine(scene, wrongAttemptsAtMost - wrongAttempts)}
<input id="customerNumber" name="customerNumber" type="text" inputmode="numeric" autocomplete="username" maxlength="64" spellcheck="false" required${scene.view.suggestions.length === 0 && html` autofocus`} aria-describedby="${wrong && 'error '}hint"${wrong && html` aria-invalid="true"`}>
<p class="hint" id="hint">${words.customerNumberHint}</p>
</div>
<div class="field">
<label for="method">${words.method}</label>
<select id="method" name="method">${authMethods.map(
    (method) =>
      html`<option value="${method}"${method === scene.method && html` selected`}>${words.methods[method]}</option>`,
  )}</select>
</div>
<div class="buttons"><button>${words.continue}</button>${cancelButton(scene)}</div>`,
)}`,
  );
}

/** Customers of a sandbox. They are a form of their own, so that Enter in the field of the other form picks nobody. */
function suggestions(scene: Scene): Html | null {
  const words = wordsOf(scene);
  const { suggestions, payments } = scene.view;
  if (suggestions.length === 0) return null;
  const account = payments[0]?.instruction.debtorAccount;
  return form(
    scene,
    'identify',
    html`<input type="hidden" name="method" value="${scene.method}">
<div class="picks" role="group" aria-labelledby="picks">
<p id="picks">${words.picks}</p>
${suggestions.map(
  ({ customerName, customerNumber, ownsDebtorAccount }) =>
    html`<button class="choice" name="pick" value="${customerNumber}"><bdi>${customerName}</bdi> <span class="hint">${customerNumber}</span>${ownsDebtorAccount && account && html` <span class="hint owns">${words.owns} ${accountOf(account)}</span>`}</button>
`,
)}<p class="hint"><a href="${scene.base}/docs/guide/test-data">${words.testData}</a></p></div>`,
  );
}

/** Corporate customers may have several agreements. */
export function agreementPage(scene: Scene): Html {
  const words = wordsOf(scene);
  const wrong = scene.view.trouble !== null;
  const choices = scene.view.agreements.map(
    ({ agreementId, name, ownerNumber }, index) => html`<label class="choice">
<input type="radio" name="agreementId" value="${agreementId}" required${index === 0 && html` autofocus`}>
<span><bdi>${name}</bdi> <span class="hint">${ownerNumber}</span></span>
</label>
`,
  );
  return frame(
    scene,
    words.agreementTitle,
    form(
      scene,
      'agreement',
      html`<fieldset${wrong && html` aria-describedby="error"`}>
<legend class="lead">${words.agreementText}</legend>
${troubleLine(scene, null)}
${choices}</fieldset>
<div class="buttons"><button>${words.continue}</button>${cancelButton(scene)}</div>`,
    ),
  );
}
