/** The published package.json lacks the `dependencies` that dist/ contains. After `npm pack` and `npm publish` the file comes back. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const { npm_lifecycle_event: event, npm_command: command } = process.env;
const aside = '.package.json';
if (event === 'prepack') {
  const { devDependencies, overrides, workspaces, scripts, ...manifest } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const bundledVersions = manifest.bundleDependencies.map((name) => [name, manifest.dependencies[name]]);
  renameSync('package.json', aside);
  const { prepare, ...publishedScripts } = scripts;
  const published = {
    ...manifest,
    scripts: publishedScripts,
    dependencies: Object.fromEntries(bundledVersions),
  };
  writeFileSync('package.json', `${JSON.stringify(published, null, 2)}\n`);
} else if (event === 'postpublish' || command === 'pack') {
  renameSync(aside, 'package.json');
}
