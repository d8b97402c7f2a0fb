/** Starts a service whose log of requests keeps nothing, as where it is no sandbox: for `node --import`. */
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  if (!url.endsWith('/web/request-log/request-log.js')) return next(url, context);
  const source = 'const none = { begin: () => null, note() {}, async written() {}, async stop() {} }; export const createRequestLog = () => none;';
  return { format: 'module', source, shortCircuit: true };
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
