import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { builtService } from '../support/built.ts';
import { nightly } from '../support/nightly.ts';

/** Imports of a module, at once and later, found by esbuild. */
async function importsOf(file: string, atOnce = false): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    plugins: [
      {
        name: 'this file alone',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ path, kind }) =>
            kind === 'entry-point' ? undefined : { path, external: true },
          ),
      },
    ],
  });
  return Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => !atOnce || kind !== 'dynamic-import').map(({ path }) => path),
  );
}

it('the built service bundles its libraries, except those that are shared or rarely used', async () => {
  const main = builtService().at(-1) ?? '';
  const [files, elsewhere] = [new Set([main]), new Set<string>()];
  const schemas: string[] = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const name of await importsOf(file))
      if (!name.startsWith('.')) elsewhere.add(name.replace(/^node:/, ''));
      else if (!name.includes('packages/')) files.add(join(dirname(file), name));
    schemas.push(
      ...(text.match(/^ *(?:var )?(?:GraphQLSchema\d? = class\b|class GraphQLSchema\d? \{)/gm) ?? []),
    );
  }
  expect(files.size).toBeGreaterThan(5);
  expect([...elsewhere].filter((name) => !builtinModules.includes(name)).sort()).toEqual([
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

/** Files that a start opens before it has read a setting; `later`: files that it may open at all. */
async function filesOf(main: string, later: boolean): Promise<readonly string[]> {
  const files = new Set([main]);
  for (const file of files)
    for (const name of await importsOf(file, !later))
      if (name.startsWith('.') && !name.includes('packages/')) files.add(join(dirname(file), name));
  return [...files];
}

it.runIf(nightly)(
  'a start loads no tracing library until it has an address for traces',
  {
    timeout: 60_000,
  },
  async () => {
    const main = builtService().at(-1) ?? '';
    const tracing = /\b(TracedWork = class|class TracedWork|new AsyncLocalStorage\()/;
    const withTracing = (files: readonly string[]) =>
      files.filter((file) => tracing.test(readFileSync(file, 'utf8')));
    expect(withTracing(await filesOf(main, false))).toEqual([]);
    expect(withTracing(await filesOf(main, true))).toHaveLength(1);
  },
);

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
