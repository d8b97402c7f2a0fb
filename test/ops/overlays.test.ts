import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { blocks, textOf } from '../documents/markdown.ts';
import {
  kubernetes,
  type Manifest,
  manifestsOf,
  overlays,
  readOverlay,
  unknownSettings,
} from './manifests.ts';

const named = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const hasKubectl = spawnSync('kubectl', ['kustomize', '--help']).status === 0;
if (!hasKubectl) console.warn('kubectl is not installed: overlays are read, but not rendered');

function copyOfKubernetes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(kubernetes, folder, { recursive: true });
  return folder;
}

describe.each(overlays)('the overlay %s of ops/kubernetes', (name) => {
  const overlay = readOverlay(join(kubernetes, name));

  it('has settings of the service only, and a planted one is detected', () => {
    expect(unknownSettings(overlay)).toEqual([]);
    const folder = copyOfKubernetes();
    appendFileSync(join(folder, name, 'settings.env'), 'BANK_ADDRESS=https://bank.example\n');
    expect(unknownSettings(readOverlay(join(folder, name)))).toEqual(['BANK_ADDRESS']);
  });

  it('names no file that is missing', () => {
    const folder = copyOfKubernetes();
    rmSync(join(folder, 'revocation-lists', 'urls.txt'));
    expect(() => readOverlay(join(folder, name))).toThrow('urls.txt');
  });

  it('has each object once', () => {
    const names = overlay.manifests.map(named);
    expect(new Set(names).size).toBe(names.length);
  });

  it('pins its one image by a digest, which the reader must replace', () => {
    expect(overlay.images).toEqual([
      { name: 'psd2-bank', newName: 'registry.example/psd2-bank', digest: `sha256:${'0'.repeat(64)}` },
    ]);
  });

  it.skipIf(!hasKubectl)('is rendered by kubectl with these settings, lists and images', () => {
    const text = execFileSync('kubectl', ['kustomize', join(kubernetes, name)], { encoding: 'utf8' });
    const rendered = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const generated = rendered.filter(({ kind }) => kind === 'ConfigMap');
    const [settings, lists] = generated as (Manifest & { data?: Record<string, string> })[];
    expect(settings?.data).toEqual(overlay.settings);
    expect(lists?.data?.['fetch.mjs']).toBe(textOf('ops/kubernetes/revocation-lists/fetch.mjs'));
    expect(
      rendered
        .filter(({ kind }) => kind !== 'ConfigMap')
        .map(named)
        .sort(),
    ).toEqual(overlay.manifests.map(named).sort());
    expect([...text.matchAll(/ image: (.*)/g)].map(([, image]) => image)).toEqual(
      Array(3).fill(`registry.example/psd2-bank@sha256:${'0'.repeat(64)}`),
    );
    const { spec } = rendered.find(({ kind }) => kind === 'Deployment') as unknown as {
      spec: { template: { spec: { volumes: readonly unknown[] } } };
    };
    expect(spec.template.spec.volumes).toContainEqual({
      name: 'crl',
      persistentVolumeClaim: { claimName: 'psd2-bank-crl', readOnly: true },
    });
    for (const { metadata } of generated) expect(text).toContain(`name: ${metadata.name}\n`);
  });
});

describe('ops/kubernetes', () => {
  it('has no file that neither overlay reads, except the examples', () => {
    const read = overlays.flatMap((name) => readOverlay(join(kubernetes, name)).files);
    const here = readdirSync(kubernetes, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(kubernetes, join(parentPath, name)));
    const unread = here.filter((file) => !read.map((path) => relative(kubernetes, path)).includes(file));
    expect(unread.sort()).toEqual(['examples/ingress.yaml', 'examples/pod-monitor.yaml']);
  });

  it('the files that docs/operations.md applies exist', () => {
    const commands = blocks('docs/operations.md', 'sh').filter((block) => block.includes('kubectl'));
    const paths = commands.flatMap((block) => block.match(/ops\/kubernetes\/[\w./-]+/g) ?? []);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(readable(path), path).toBe(true);
  });
});

const readable = (path: string): boolean =>
  path.endsWith('.yaml')
    ? manifestsOf(join(kubernetes, relative('ops/kubernetes', path))).length > 0
    : readOverlay(join(kubernetes, relative('ops/kubernetes', path))).manifests.length > 0;
