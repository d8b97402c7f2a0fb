/** `npm run facade` starts a sandbox as the bank, and a facade that is a TPP of that bank. */
import { join, resolve } from 'node:path';
import { createLauncher, requireSetting } from '../../../src/process/launcher.ts';
import { integer } from '../../../src/process/setting-checks.ts';
import { settingChecks } from '../../../src/process/settings.ts';
import { dataDirOf, ensureAuthority, ensureTpp, tppFolder } from './files.ts';
import { readFirstScreen } from './first-screen.ts';

const { env } = process;
const base = resolve(dataDirOf(undefined, env), 'facade');
const port = Number(env.PORT || 4000);
const bank = { name: 'The bank', port: port + 1, dataDir: join(base, 'bank') };
const facade = { name: 'The facade', port, dataDir: join(base, 'front') };

const openTelemetry = Object.keys(env).filter((name) => name.startsWith('OTEL_'));
/** Empty values hide the settings of the environment and of `.env`, which are for another service. */
const unset = Object.fromEntries([...Object.keys(settingChecks), ...openTelemetry].map((name) => [name, '']));
const { HOST = '', SANDBOX_SEED = '' } = env;

const { run, startService } = createLauncher();

async function start(service: typeof bank, settings: Readonly<Record<string, string>>): Promise<void> {
  const address = { HOST, PORT: String(service.port), DATA_DIR: service.dataDir };
  const { stdout } = startService(
    { ...unset, ...address, SANDBOX: 'true', LOG_LEVEL: 'warn', ...settings },
    'pipe',
  );
  if (stdout) process.stdout.write(`\n${service.name}\n${await readFirstScreen(stdout)}`);
}

await run(async () => {
  // The bank uses the next port, which must exist too.
  requireSetting('PORT', integer(1, 65_534).optional(), env.PORT);
  const folder = tppFolder(bank.dataDir);
  const tpp = await ensureTpp(folder, await ensureAuthority(folder), 'facade', {
    organizationIdentifier: 'PSDNO-FSA-FACADE',
    organizationName: 'Facade',
    roles: ['PSP_PI'],
  });
  await start(bank, { BANK: 'simulated', SANDBOX_SEED });
  await start(facade, {
    BANK: 'upstream',
    UPSTREAM_URL: `http://localhost:${bank.port}`,
    UPSTREAM_KEY: tpp.keyPath,
    UPSTREAM_CERTIFICATE: tpp.certificatePath,
  });
  process.stdout.write(
    `The facade at http://localhost:${port} uses the bank at http://localhost:${bank.port}, as the TPP ${tpp.organizationIdentifier}.\nTo approve a payment of the facade, log in on the pages of the bank as customer 13039319955.\n`,
  );
});
