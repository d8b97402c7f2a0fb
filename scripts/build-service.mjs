/** Builds dist/ if it is out of date, without checking types. Does nothing without sources or esbuild (an installed package). */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stampFile = join(dist, '.built');
const service = { source: join(root, 'src'), target: dist };
/** Built with the service, because both share the domain. */
const toolkit = join(root, 'packages/toolkit/src');
const embeddedPostgres = {
  source: join(root, 'packages/embedded-postgres/src'),
  target: join(dist, 'packages/embedded-postgres'),
};

/** Written by npm at installation. */
const installed = join(root, 'node_modules', '.package-lock.json');

/** Sizes and times are cheap to read, and differ after every change. */
function stampOf(files) {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const file of [...files, ...(existsSync(installed) ? [installed] : [])]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Opening a thousand files takes a third of a start, so each program is one file plus a few shared files. */
const programs = [
  ...['main', 'migrate', 'core'].map((name) => ({ in: join(service.source, `${name}.ts`), out: name })),
  ...['cli', 'demo', 'facade', 'index', 'testing', 'files', 'suggestion'].map((name) => ({
    in: join(toolkit, `${name}.ts`),
    out: `tpp/${name}`,
  })),
];

const embeddedPostgresAsBuilt = {
  name: 'embedded-postgres as built',
  setup(build) {
    build.onResolve({ filter: /^embedded-postgres-server$/ }, () => ({
      path: './packages/embedded-postgres/index.js',
      external: true,
    }));
  },
};

/** Not bundled: one is also used by the embedded server, one has WebAssembly beside its code. */
const leftOut = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bundleDependencies;

/** Their other builds hide what they require, or contain unused code. */
const modules = {
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  yaml: join(root, 'node_modules/yaml/browser/index.js'),
  ...Object.fromEntries(
    ['core', 'exporter-trace-otlp-http', 'otlp-transformer', 'resources', 'sdk-trace'].map((name) => [
      `@opentelemetry/${name}`,
      `@opentelemetry/${name}/build/esm/index.js`,
    ]),
  ),
};

/** Source maps are read at every start, so those of libraries are left out. */
const librariesWithoutMaps = {
  name: 'libraries without maps',
  setup(build) {
    const none = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${none}`,
      loader: 'js',
    }));
  },
};

/** CommonJS libraries need `require`, which a module lacks. */
const requiring =
  "import { createRequire as requiring } from 'node:module'; const require = requiring(import.meta.url);";

/** A file of the package may run another by name. */
const oneByOne = {
  name: 'one by one',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

/** Another build writes the console beside these files. */
const filesBuilt = () =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.js(\.map)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(dist, 'console')));

/** Another start may be reading, so a rename puts the whole file in its place. */
function write(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

const currentStamp = () =>
  stampOf([service.source, embeddedPostgres.source, toolkit].flatMap((folder) => sourcesIn(folder)));

const isBuiltOf = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

export const isBuilt = () => isBuiltOf(currentStamp());

export async function buildService() {
  if (!existsSync(service.source)) return false;
  const stamp = currentStamp();
  if (isBuiltOf(stamp)) return false;
  const esbuild = await import('esbuild').catch(() => null);
  if (esbuild === null) return false;
  const built = new Set([stampFile]);
  const builds = [
    {
      entryPoints: programs,
      outdir: service.target,
      splitting: true,
      external: leftOut,
      alias: modules,
      plugins: [embeddedPostgresAsBuilt, librariesWithoutMaps],
      banner: { js: requiring },
    },
    {
      entryPoints: sourcesIn(embeddedPostgres.source),
      outbase: embeddedPostgres.source,
      outdir: embeddedPostgres.target,
      packages: 'external',
      plugins: [oneByOne],
    },
  ];
  for (const part of builds) {
    const { outputFiles } = await esbuild.build({
      ...part,
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      sourcesContent: false,
      write: false,
      logLevel: 'error',
    });
    for (const { path, contents } of outputFiles) {
      write(path, contents);
      built.add(path);
    }
  }
  write(stampFile, stamp);
  for (const path of filesBuilt()) if (!built.has(path)) rmSync(path, { force: true });
  await esbuild.stop();
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildService();
