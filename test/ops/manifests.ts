/** The manifests of ops/kubernetes, checked without a cluster. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { settingChecks } from '../../src/process/settings.ts';
import { root } from '../documents/markdown.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly patches?: readonly { readonly path: string }[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly envs?: readonly string[];
    readonly files?: readonly string[];
  }[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly digest: string }[];
}

/** What a folder with a kustomization.yaml comes to, before patches and images are applied. */
interface Overlay {
  readonly manifests: readonly Manifest[];
  readonly settings: Readonly<Record<string, string>>;
  readonly images: NonNullable<Kustomization['images']>;
  readonly files: readonly string[];
}

export const kubernetes = `${root}ops/kubernetes`;
export const overlays = ['upstream', 'core'] as const;

export function manifestsOf(file: string): readonly Manifest[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { merge: true }).map((document) => {
    for (const error of document.errors) throw error;
    return document.toJS() as Manifest;
  });
}

/** Follows every reference; throws where a file is missing. */
export function readOverlay(folder: string): Overlay {
  const file = join(folder, 'kustomization.yaml');
  const kustomization = parse(readFileSync(file, 'utf8')) as Kustomization;
  const { resources = [], components = [], patches = [], configMapGenerator = [] } = kustomization;
  const paths = [...resources, ...components].map((name) => resolve(folder, name));
  const folders = paths.filter((path) => !path.endsWith('.yaml')).map(readOverlay);
  const plain = paths.filter((path) => path.endsWith('.yaml'));
  const envs = configMapGenerator.flatMap((one) => one.envs ?? []).map((name) => join(folder, name));
  const others = [
    ...patches.map(({ path }) => path),
    ...configMapGenerator.flatMap((one) => one.files ?? []),
  ];
  for (const name of others) readFileSync(join(folder, name));
  return {
    manifests: [...folders.flatMap((one) => one.manifests), ...plain.flatMap(manifestsOf)],
    settings: Object.assign({}, ...folders.map((one) => one.settings), ...envs.map(settingsOf)),
    images: kustomization.images ?? [],
    files: [
      ...folders.flatMap((one) => one.files),
      ...[file, ...plain, ...envs, ...others.map((name) => join(folder, name))],
    ],
  };
}

const settingsOf = (file: string) => parseEnv(readFileSync(file, 'utf8'));

/** Settings that the service does not have; it would ignore most of them. */
export const unknownSettings = ({ settings }: Overlay): readonly string[] =>
  Object.keys(settings).filter((name) => !(name in settingChecks));

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
