/** package-lock.json decides what ships, because `npm sbom --omit=dev` also omits packages that a tool depends on too. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { asCSV, asPlainVertical, init } from 'license-checker-rseidelsohn';

/** These licences do not require publishing our source. */
const allowed = '0BSD,Apache-2.0,BSD-2-Clause,BSD-3-Clause,BlueOak-1.0.0,ISC,MIT,PostgreSQL,Unlicense';

const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
const text = (value) => `${JSON.stringify(value, null, 2)}\n`;
const forUsers = ({ devDependencies, workspaces, ...manifest }) => manifest;

function shippedLock() {
  const { packages, ...lock } = read('package-lock.json');
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !devOptional && !link,
  );
  return text({ ...lock, packages: { '': forUsers(packages['']), ...Object.fromEntries(shipped) } });
}

function billOfMaterials() {
  const manifest = read('package.json');
  // npm names the product after the folder.
  const folder = join(mkdtempSync(join(tmpdir(), 'materials-')), manifest.name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), text(forUsers(manifest)));
  writeFileSync(join(folder, 'package-lock.json'), shippedLock());
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const bill = execFileSync('npm', ['sbom', ...options], { cwd: folder });
  rmSync(dirname(folder), { recursive: true });
  return bill;
}

const packages = (options) => promisify(init)({ start: process.cwd(), production: true, ...options });
const refused = asCSV(await packages({ excludeLicenses: allowed }))
  .split('\n')
  .slice(1);
if (refused.length > 0) throw new Error(`These licences may not ship:\n${refused.join('\n')}`);
mkdirSync('dist', { recursive: true });
writeFileSync('dist/licences.txt', asPlainVertical(await packages()));
writeFileSync('dist/sbom.cdx.json', billOfMaterials());
