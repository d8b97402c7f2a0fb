import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { explainListenErrors, findFreePort, isRefusedByBrowsers } from '../../src/process/tcp-ports.ts';

it.each(['fe80::1', '2001:db8::1', '999.1.1.1'])('HOST %s stops the start with one line', async (host) => {
  await expect(explainListenErrors(findFreePort(host), { host, port: 0 })).rejects.toThrow(
    `HOST ${host} is not an address of this machine.`,
  );
});

it('the ports that browsers refuse are those that fetch refuses', () => {
  const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js');
  const all = Array.from({ length: 65_536 }, (_, port) => port);
  expect(all.filter((port) => isRefusedByBrowsers(`http://localhost:${port}`))).toEqual(badPorts.map(Number));
});
