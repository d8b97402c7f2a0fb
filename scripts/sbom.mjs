/**
 * What the product is made of (`npm run sbom`): dist/sbom.cdx.json, a bill of materials as CycloneDX, and dist/licences.txt, the
 * licences of all packages whose code ships; with --list docs/licences.md too. Fails where a licence is none of those that we may ship. `npm sbom` refuses a tree
 * with these overrides, and would list the tools that only make it.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesMarkdown, licencesText, refuseLicences } from './licences.mjs';
import { dist, lock, nameOf, root, shippedPackages } from './shipped.mjs';
import { systemPackages } from './system-packages.mjs';

const { name, version, license } = lock.packages[''];
/** As the specification of package URLs writes names with a scope. */
const purlOf = (named, of) => `pkg:npm/${named.replace('@', '%40')}@${of}`;

function component([path, found]) {
  const named = nameOf(path, found);
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

const own = { 'bom-ref': name, type: 'application', name, version, purl: purlOf(name, version) };
const { node } = process.versions;
const runtime = {
  'bom-ref': 'node',
  type: 'platform',
  name: 'node',
  version: node,
  purl: `pkg:generic/node@${node}`,
};
const shipped = await shippedPackages();
refuseLicences(shipped);
const libraries = [...shipped.map(component), ...systemPackages([process.execPath, '/bin/sh'])];
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
writeFileSync(join(dist, 'licences.txt'), licencesText(shipped));
if (process.argv.includes('--list')) writeFileSync(join(root, 'docs/licences.md'), licencesMarkdown(shipped));
console.log(`dist/sbom.cdx.json, dist/licences.txt: ${libraries.length} packages`);
