/** swagger-ui sends no request, because a request needs a signature; it shows code samples instead. */
import { html } from '../../browser/html.ts';

export const script = html`
const all = (selector) => [...document.querySelectorAll(selector)];
const box = document.getElementById('search');
const items = all('[data-words]');
const titles = Object.fromEntries(all('[data-tag]').map((one) => [one.dataset.tag, one.textContent]));
let matches = new Set();

const nothing = () => null;
const plugin = ({ React: { createElement: h }, getComponent, getSystem }) => ({
  fn: {
    opsFilter: (groups) => groups
      .map((group) => group.update('operations', (some) => some.filter((one) => matches.has(one.getIn(['operation', 'operationId'])))))
      .filter((group) => group.get('operations').size > 0),
  },
  components: {
    JsonSchemaForm: nothing,
    authorizeOperationBtn: nothing,
    DeepLink: ({ text }) => h('span', null, titles[text] ?? text),
    Operations: () => h('div', { className: 'swagger-ui' }, h(getSystem().getComponent('operations', true))),
  },
  wrapComponents: {
    JSONSchema202012Accordion: (Original) => ({ children, ...props }) => h(Original, props, children, h('span', { className: 'unseen' }, 'Fields')),
    ExamplesSelect: (Original) => (props) => h('label', null, 'Example ', h(Original, props)),
    modelExample: (Original) => (props) => {
      const view = props.specPath?.some((step) => /^[45]/.test(step)) ? 'example' : 'model';
      return h(Original, { ...props, getConfigs: () => ({ ...props.getConfigs(), defaultModelRendering: view }) });
    },
    parameters: (Original) => (props) => {
      const samples = props.operation.get('x-codeSamples');
      return [...samples.map((one) => h('section', { className: 'sample', key: one.get('label') },
        h('h4', null, one.get('label')), h('pre', null, one.get('source')))), h(Original, { ...props, key: 'parameters' })];
    },
  },
});

const ui = SwaggerUIBundle({
  url: 'openapi.json', domNode: document.getElementById('operations'), presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin], layout: 'Operations', filter: '', deepLinking: true, supportedSubmitMethods: [], syntaxHighlight: false,
});

box.form.addEventListener('submit', (event) => event.preventDefault());
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(' ').filter(Boolean);
  for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
  for (const group of all('[data-group]')) group.hidden = !group.querySelector('li:not([hidden])');
  const found = items.filter((item) => !item.hidden);
  matches = new Set(found.map((item) => item.dataset.operation));
  document.getElementById('found').textContent = words.length === 0 ? '' : found.length + ' found';
  ui.layoutActions.updateFilter(box.value.trim());
});

// swagger-ui's own action would add the address to the history once more.
const show = (...thing) => ui.getStore().dispatch({ type: 'layout_show', payload: { thing, shown: true } });
addEventListener('hashchange', () => {
  const [, tag, id] = location.hash.split('/');
  show('operations-tag', tag);
  show('operations', tag, id);
  document.getElementById(['operations', tag, id].join('-'))?.scrollIntoView();
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;
