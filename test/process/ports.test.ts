import { expect, it } from 'vitest';
import { explainListenErrors, findFreePort } from '../../src/process/ports.ts';

it.each(['fe80::1', '2001:db8::1', '999.1.1.1'])('HOST %s stops the start with one line', async (host) => {
  await expect(explainListenErrors(findFreePort(host), { host, port: 0 })).rejects.toThrow(
    `HOST ${host} is not an address of this machine.`,
  );
});
