/** Adapts swagger-ui. swagger-ui cannot sign requests, so the page shows code samples, and sends no requests. */
import { html } from '../../browser/html.ts';

export const script = html`
const all = (selector) => [...document.querySelectorAll(selector)];
const searchBox = document.getElementById('search');
const items = all('[data-words]');
const titles = Object.fromEntries(all('[data-tag]').map((heading) => [heading.dataset.tag, heading.textContent]));
let matchingIds = new Set();

const renderNothing = () => null;
const plugin = ({ React: { createElement: h }, getSystem }) => ({
  fn: {
    // swagger-ui calls this filter only while the search box is not empty.
    opsFilter: (groups) => groups
      .map((group) => group.update('operations', (operations) => operations.filter((operation) => matchingIds.has(operation.getIn(['operation', 'operationId'])))))
      .filter((group) => group.get('operations').size > 0),
  },
  components: {
    JsonSchemaForm: renderNothing,
    authorizeOperationBtn: renderNothing,
    DeepLink: ({ text }) => h('span', null, titles[text] ?? text),
    OperationsLayout: () => h('div', { className: 'swagger-ui' }, h(getSystem().getComponent('operations', true))),
  },
  wrapComponents: {
    // The button gets a name for screen readers.
    JSONSchema202012Accordion: (Original) => ({ children, ...props }) => h(Original, props, children, h('span', { className: 'unseen' }, 'Fields')),
    ExamplesSelect: (Original) => (props) => h('label', null, 'Example ', h(Original, props)),
    // An error response shows its example first.
    modelExample: (Original) => (props) => {
      const isErrorResponse = props.specPath?.some((step) => /^[45][0-9]{2}$/.test(step));
      const view = isErrorResponse ? 'example' : 'model';
      return h(Original, { ...props, getConfigs: () => ({ ...props.getConfigs(), defaultModelRendering: view }) });
    },
    parameters: (Original) => (props) => {
      const samples = props.operation.get('x-codeSamples');
      return [...samples.map((sample) => h('section', { className: 'sample', key: sample.get('label') },
        h('h4', null, sample.get('label')), h('pre', null, sample.get('source')))), h(Original, { ...props, key: 'parameters' })];
    },
  },
});

const ui = SwaggerUIBundle({
  url: 'openapi.json', domNode: document.getElementById('operations'), presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin], layout: 'OperationsLayout', filter: '', deepLinking: true, supportedSubmitMethods: [], syntaxHighlight: false,
});

searchBox.form.addEventListener('submit', (event) => event.preventDefault());
searchBox.addEventListener('input', () => {
  const words = searchBox.value.toLowerCase().split(' ').filter(Boolean);
  for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
  for (const group of all('[data-group]')) group.hidden = !group.querySelector('li:not([hidden])');
  const matchingItems = items.filter((item) => !item.hidden);
  matchingIds = new Set(matchingItems.map((item) => item.dataset.operation));
  document.getElementById('found').textContent = words.length === 0 ? '' : matchingItems.length + ' found';
  ui.layoutActions.updateFilter(searchBox.value.trim());
});

// Opens a part of the list. The action that swagger-ui has for this would add the address to the history a second time.
const expand = (...path) => ui.getStore().dispatch({ type: 'layout_show', payload: { thing: path, shown: true } });
addEventListener('hashchange', () => {
  const [, tag, id] = location.hash.split('/');
  expand('operations-tag', tag);
  expand('operations', tag, id);
  document.getElementById(['operations', tag, id].join('-'))?.scrollIntoView();
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();
`;
