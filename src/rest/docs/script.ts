/**
 * The script of /docs: searches operations and errors, and unfolds the target of a link. Without it the page is
 * complete and has no search box.
 */
import { html } from '../../http/messages/html.ts';

export const script = html`
const box = document.getElementById('search');
const found = document.getElementById('found');
const items = [...document.querySelectorAll('[data-words]')];
const groups = [...document.querySelectorAll('[data-group]')];
box.closest('form').hidden = false;
box.closest('form').addEventListener('submit', (event) => event.preventDefault());
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(' ').filter(Boolean);
  let count = 0;
  for (const item of items) {
    const text = item.dataset.words + ' ' + item.textContent.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden && item.tagName !== 'LI') count += 1;
  }
  for (const group of groups) group.hidden = words.length > 0 && !group.querySelector('[data-words]:not([hidden])');
  found.textContent = words.length === 0 ? '' : count === 1 ? '1 found' : count + ' found';
});
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let one = target; one; one = one.parentElement) {
    one.hidden = false;
    if (one.tagName === 'DETAILS') one.open = true;
  }
  target.scrollIntoView();
};
addEventListener('hashchange', unfold);
unfold();
`;
