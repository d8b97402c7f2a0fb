import { type Html, html } from '../browser/html.ts';
import { whoRows } from './decide.ts';
import { form, frame, type Scene, troubleLine, wordsOf } from './page.ts';
import { summary } from './summary.ts';

export function leavePage(scene: Scene): Html {
  const words = wordsOf(scene);
  const { kind } = scene.view.authorisation;
  const { title, text } = words.leave[kind];
  return frame(
    scene,
    title,
    html`<p class="${kind === 'CANCELLATION' ? 'warning' : 'lead'}">${text}</p>
${summary(scene, whoRows(scene))}
${form(
  scene,
  'leave',
  html`${troubleLine(scene, null)}
<div class="buttons"><button autofocus>${words.toProvider}</button><button class="plain" formaction="${scene.path}/decision" name="decision" value="reject">${words.reject}</button></div>`,
)}`,
  );
}
