/**
 * The bill of materials of what ships (`npm run sbom`), as CycloneDX, in dist/sbom.cdx.json: the packages whose code lies in dist or
 * that are installed beside it, as package-lock.json has them, and Node. `npm sbom` refuses a tree with these overrides, and would
 * list the tools that only make it.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** The folder of the package that a module comes from; null: it is the service's own. */
const packageOf = (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;

/** What esbuild has put into the service: it writes the path of each module above it. */
function ofService() {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const paths = files
    .filter((name) => !name.startsWith('console'))
    .flatMap((name) => [
      ...readFileSync(join(dist, name), 'utf8').matchAll(/^(?:\/\/ |\s*")(node_modules\/[^"\n]+)/gm),
    ]);
  return paths.map(([, path]) => packageOf(path));
}

/** What Vite puts into the console. */
async function ofConsole() {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const made = await build({
    configFile: join(root, 'console/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  const outputs = [made].flat().flatMap(({ output }) => output);
  const modules = outputs.flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
  return modules.map((path) => packageOf(path.replace(root, '').replace(/^\0/, '')));
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const { name, version, license } = lock.packages[''];
/** As the specification of package URLs writes names with a scope. */
const purlOf = (named, of) => `pkg:npm/${named.replace('@', '%40')}@${of}`;

function component([path, found]) {
  const named = found.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm, hash] = (found.integrity ?? '').split('-');
  return {
    'bom-ref': path,
    type: 'library',
    name: named,
    version: found.version,
    purl: purlOf(named, found.version),
    ...(found.optional ? { scope: 'optional' } : {}),
    ...(found.license ? { licenses: [licenseOf(found.license)] } : {}),
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
  };
}

const licenseOf = (text) => (/[( ]/.test(text) ? { expression: text } : { license: { id: text } });

const bundled = new Set([...ofService(), ...(await ofConsole())]);
const shipped = Object.entries(lock.packages).filter(
  ([path, { dev, link }]) => path.includes('node_modules/') && !link && (bundled.has(path) || !dev),
);
const own = { 'bom-ref': name, type: 'application', name, version, purl: purlOf(name, version) };
const { node } = process.versions;
const runtime = {
  'bom-ref': 'node',
  type: 'platform',
  name: 'node',
  version: node,
  purl: `pkg:generic/node@${node}`,
};
const libraries = shipped.map(component);
const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: { ...own, licenses: [licenseOf(license)] } },
  components: [runtime, ...libraries],
  dependencies: [{ ref: name, dependsOn: ['node', ...libraries.map((one) => one['bom-ref'])] }],
};
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
console.log(`dist/sbom.cdx.json: ${libraries.length} packages`);
