/**
 * The packages of Debian whose files ops/container/lay-image.sh copies beside Node, as components of a bill of materials.
 * Elsewhere, without dpkg, there are none.
 */
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** What a command prints, also where it fails for some of what it was asked. */
function printed(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return error.stdout ?? '';
  }
}

/** Debian knows a library below /usr/lib or below /lib, which is a link to it. */
function pathsOf(library) {
  const real = realpathSync(library);
  return [library, real, `/usr${library}`, real.replace(/^\/usr/, '')];
}

export function systemPackages(programs) {
  const libraries = programs.flatMap((program) =>
    [...printed('ldd', program).matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path),
  );
  // Node itself is listed as what it is, not as a package.
  const files = [...programs.filter((program) => program !== process.execPath), ...libraries];
  const owners = printed('dpkg-query', '-S', ...new Set(files.flatMap(pathsOf)));
  const names = new Set([...owners.matchAll(/^([^\s:,]+)(?::\w+)?: /gm)].map(([, name]) => name));
  if (names.size === 0) return [];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in
  const lines = printed('dpkg-query', '-W', '-f', '${Package} ${Version} ${Architecture}\n', ...names);
  return lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name, version, arch]) => ({
      'bom-ref': `deb:${name}`,
      type: 'library',
      name,
      version,
      purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`,
    }));
}
