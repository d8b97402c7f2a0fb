import { type Html, html } from '../browser/html.ts';
import { partyRows } from './decide.ts';
import { form, frame, type Scene, textsOf, troubleLine } from './page.ts';
import { summary } from './summary.ts';

/** The page before the redirect to the identity provider. */
export function leavePage(scene: Scene): Html {
  const texts = textsOf(scene);
  const { kind } = scene.view.authorisation;
  const { title, text } = texts.leave[kind];
  return frame(
    scene,
    title,
    html`<p class="${kind === 'CANCELLATION' ? 'warning' : 'lead'}">${text}</p>
${summary(scene, partyRows(scene))}
${form(
  scene,
  'leave',
  html`${troubleLine(scene, null)}
<div class="buttons"><button autofocus>${texts.toProvider}</button><button class="plain" formaction="${scene.path}/decision" name="decision" value="reject">${texts.reject}</button></div>`,
)}`,
  );
}
