/** The manifests of ops/kubernetes, checked without a cluster. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../documents/markdown.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

const folder = `${root}ops/kubernetes/`;

export function readManifests(below = ''): readonly Manifest[] {
  return readdirSync(folder + below)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(folder + below + name, 'utf8'), { merge: true }))
    .map((document) => {
      for (const error of document.errors) throw error;
      return document.toJS() as Manifest;
    });
}

const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`;

/** The fault of the values by the schemas of Kubernetes; null: none. */
export async function schemaFault(manifest: Manifest): Promise<string | null> {
  const { [manifest.kind]: Model } = await import(moduleOf(manifest));
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Unknown fields, which the schemas accept: the compiler finds them as excess properties. */
export function unknownFields(manifests: readonly Manifest[]): readonly string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'manifests-'));
  const lines = manifests.map((manifest, index) => {
    const type = `import('${root}node_modules/${moduleOf(manifest)}').I${manifest.kind}`;
    return `export const m${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  writeFileSync(join(scratch, 'manifests.ts'), lines.join('\n'));
  const options =
    '--noEmit --strict --skipLibCheck --ignoreConfig --module esnext --moduleResolution bundler';
  const { stdout } = spawnSync(
    process.execPath,
    [`${root}node_modules/typescript-native/bin/tsc`, ...options.split(' '), 'manifests.ts'],
    { cwd: scratch, encoding: 'utf8' },
  );
  rmSync(scratch, { recursive: true });
  return stdout.split('\n').filter((line) => line !== '');
}
