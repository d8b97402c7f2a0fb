/**
 * Starts a service whose log of requests is switched off and on again by SIGUSR2: for `node --import`. While it is off no
 * request is noted, and nothing is written: what was to be written then is written when it is on again.
 */
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  if (!url.endsWith('/web/request-log/request-log.js')) return next(url, context);
  const source = \`
    import { createRequestLog as create } from '\${url}?whole';
    let on = true;
    let switched = () => undefined;
    let turnedOn = Promise.resolve();
    process.on('SIGUSR2', () => {
      on = !on;
      if (on) switched();
      else turnedOn = new Promise((resolve) => { switched = resolve; });
    });
    export const createRequestLog = (parts) => {
      const store = Object.create(parts.store, {
        insert: { value: async (entries) => { await turnedOn; return parts.store.insert(entries); } },
      });
      const log = create({ ...parts, store });
      return {
        ...log,
        begin: () => (on ? log.begin() : null),
        note: (...noted) => { if (on) log.note(...noted); },
      };
    };\`;
  return { format: 'module', source, shortCircuit: true };
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
