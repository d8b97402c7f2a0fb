/** The licences of the packages that ship: which ones may, and their texts, which most of them want to be handed on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, root } from './shipped.mjs';

/** By their SPDX names; none of them asks for the source of what it is put into. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
]);

/** Of an expression such as `(BSD-3-Clause OR GPL-2.0)` one is enough. */
export const isAllowed = (license = '') =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one)));

/** Throws naming the packages whose licence is none of these. */
export function refuseLicences(packages) {
  const wrong = packages.filter(([, { license }]) => !isAllowed(license));
  if (wrong.length > 0)
    throw new Error(wrong.map(([path, { license }]) => `${path}: ${license ?? 'no licence'}`).join('\n'));
}

/** The files of a package that hold its licence. */
function textsOf(path) {
  const folder = join(root, path);
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return names.map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

/** One text for all, in the order of their names. A package of another platform is not installed, so its text is not here. */
export function licencesText(packages) {
  return packages
    .filter(([path, { optional }]) => !optional || isInstalled(path))
    .map(([path, found]) =>
      [`${nameOf(path, found)} ${found.version} (${found.license})`, ...textsOf(path)].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

function isInstalled(path) {
  try {
    return readdirSync(join(root, path)).length > 0;
  } catch {
    return false;
  }
}

/** docs/licences.md: each licence with the packages that have it, without versions, which change more often. */
export function licencesMarkdown(packages) {
  const named = new Map();
  for (const [path, found] of packages)
    named.set(found.license, (named.get(found.license) ?? new Set()).add(nameOf(path, found)));
  const rows = [...named]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, names]) => `| ${license} | ${[...names].sort().join(', ')} |`);
  return [
    '# Licences',
    '',
    'Of the packages whose code ships, in the service, the toolkit and the console, or beside them. Written by',
    '`npm run sbom -- --list`. `dist/licences.txt` of the image has their texts.',
    '',
    '| licence | packages |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
