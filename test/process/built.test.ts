import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { builtService } from '../support/built.ts';
import { nightly } from '../support/nightly.ts';

const main = builtService().at(-1) ?? '';

interface Import {
  readonly path: string;
  readonly kind: string;
  readonly external?: boolean;
}

/** Imports of each file that the built service may open, at once and later, found by esbuild. */
async function importsByFile(): Promise<ReadonlyMap<string, readonly Import[]>> {
  const { metafile } = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    plugins: [
      {
        name: 'the files of the service alone',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ path, kind }) =>
            kind === 'entry-point' || (path.startsWith('.') && !path.includes('packages/'))
              ? undefined
              : { path, external: true },
          ),
      },
    ],
  });
  return new Map(Object.entries(metafile.inputs).map(([file, { imports }]) => [file, imports]));
}

it('the built service bundles its libraries, except those that are shared or rarely used', async () => {
  const files = await importsByFile();
  const elsewhere = [...files.values()]
    .flat()
    .filter(({ path, external }) => external && !path.startsWith('.'))
    .map(({ path }) => path.replace(/^node:/, ''));
  const schemas = [...files.keys()].flatMap(
    (file) =>
      readFileSync(file, 'utf8').match(
        /^ *(?:var )?(?:GraphQLSchema\d? = class\b|class GraphQLSchema\d? \{)/gm,
      ) ?? [],
  );
  expect(files.size).toBeGreaterThan(5);
  expect([...new Set(elsewhere)].filter((name) => !builtinModules.includes(name)).sort()).toEqual([
    'libxml2-wasm',
    'pg',
  ]);
  // Two copies of graphql refuse each other's schemas.
  expect(schemas).toHaveLength(1);
});

it('a bundled check of an encoded Signature calls nothing that Node has deprecated', async () => {
  const contents = `import { readSignature } from './src/security/signature.ts';
    const words = ['=?utf-8?B?eD0=?=', '=?iso-8859-1?B?ImHlIg==?=', '=?iso-8859-1?Q?,y=3d=22=e5=22?='];
    console.log(readSignature(words.join(' ')).faults[0]);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: 'node',
  });
  const options = { input: outputFiles[0]?.contents, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--throw-deprecation', '-'], options);
  expect([stdout, stderr]).toEqual(['the parameter keyId="…" is missing\n', '']);
});

it.runIf(nightly)('a start loads no tracing library until it has an address for traces', async () => {
  const files = await importsByFile();
  const atOnce = new Set([[...files.keys()].find((file) => file.endsWith('dist/main.js')) ?? '']);
  for (const file of atOnce)
    for (const { path, kind, external } of files.get(file) ?? [])
      if (!external && kind !== 'dynamic-import') atOnce.add(path);
  const tracing = /\b(TracedWork = class|class TracedWork|new AsyncLocalStorage\()/;
  const withTracing = (names: Iterable<string>) =>
    [...names].filter((file) => tracing.test(readFileSync(file, 'utf8')));
  expect(atOnce.size).toBeGreaterThan(5);
  expect(withTracing(atOnce)).toEqual([]);
  expect(withTracing(files.keys())).toHaveLength(1);
});

it('an address has more than a second for its handshake, before the next address of the host is tried', () => {
  const print = `import net from 'node:net'; process.on('exit', () => console.log(net.getDefaultAutoSelectFamilyAttemptTimeout()));`;
  const options = { env: { PORT: 'none' }, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${print}`, ...builtService()],
    options,
  );
  expect(Number(stdout)).toBeGreaterThan(1_000);
});
