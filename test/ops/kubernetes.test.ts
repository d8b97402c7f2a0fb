import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { root, textOf } from '../documents/markdown.ts';
import { type Manifest, readManifests, schemaFault, unknownFields } from './manifests.ts';

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
    readonly subPath?: string;
  }[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests: unknown; readonly limits: { readonly memory: string } };
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
  readonly startupProbe?: { readonly httpGet: { readonly path: string } };
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>> & { readonly containers: readonly Container[] };
}
type Selector = Readonly<Record<string, string>>;
interface Volume {
  readonly name: string;
  readonly configMap?: { readonly name: string };
  readonly secret?: { readonly secretName: string };
}

const manifests = readManifests();
const [coreSettings, ...beside] = readManifests('core/') as readonly (Manifest & {
  data: Readonly<Record<string, string>>;
})[];
const only = <Shape>(kind: string, name = 'psd2-bank'): Manifest & Shape => {
  const [found, ...more] = manifests.filter((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined || more.length > 0) throw new Error(`${more.length + 1} of ${kind} ${name}`);
  return found as Manifest & Shape;
};
const deployment = only<{ spec: { template: Pod; selector: { matchLabels: Selector } } }>('Deployment');
const job = only<{ spec: { template: Pod } }>('Job', 'psd2-bank-migrate');
const settingsMap = only<{ data: Readonly<Record<string, string>> }>('ConfigMap');
const settings = settingsMap.data;
const ofBanks = [
  ['upstream', settings],
  ['core', coreSettings?.data ?? {}],
] as const;
const DATABASE_URL = 'postgres://service@database/bank';
const ofPod: readonly string[] = ['POD_NAME', 'POD_NAMESPACE', 'OTEL_RESOURCE_ATTRIBUTES'];
const pods = [deployment, job].map(({ spec }) => spec.template);
const [service, migration] = pods.flatMap(({ spec }) => spec.containers);

describe('the manifests of ops/kubernetes', () => {
  it.each(
    [...manifests, ...readManifests('core/')].map(
      (one) => [`${one.kind} ${one.metadata.name}`, one] as const,
    ),
  )('%s has values that the schemas of Kubernetes allow', async (_, manifest) =>
    expect(await schemaFault(manifest)).toBeNull(),
  );

  it('have no field that Kubernetes does not know, and a planted one is detected', {
    timeout: 60_000,
  }, () => {
    const text = JSON.stringify(deployment).replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem');
    const found = unknownFields([...manifests, ...readManifests('core/'), JSON.parse(text)]);
    expect(found).toEqual([expect.stringMatching(/readOnlyRootFileSystem.* does not exist/)]);
  });

  it('a wrong value is detected by the schemas', async () => {
    const text = JSON.stringify(deployment).replace('"memory":"1Gi"', '"memory":"1 GB"');
    expect(await schemaFault(JSON.parse(text))).toContain('quantity');
  });

  it('give a process no right that it does not need', () => {
    for (const { spec } of pods) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const key of ['hostNetwork', 'hostPID', 'hostIPC', 'initContainers'])
        expect(spec).not.toHaveProperty(key);
      for (const { securityContext, resources } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toMatchObject({
          requests: expect.anything(),
          limits: { memory: expect.anything() },
        });
      }
    }
  });

  it('hold no secret: the address of the database comes from one, the owner only to the migration', () => {
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
    const url = (name: string) => [
      { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name, key: 'database-url' } } },
    ];
    expect([service?.env?.filter(({ name }) => !ofPod.includes(name)), migration?.env]).toEqual([
      url('psd2-bank-service'),
      url('psd2-bank-owner'),
    ]);
  });

  it('every selector selects its pods', () => {
    const chosenBy = (labels: Selector) =>
      [deployment, job]
        .filter(({ spec }) =>
          Object.entries(labels).every(([key, value]) => spec.template.metadata.labels[key] === value),
        )
        .map(({ kind }) => kind);
    const { selector } = only<{ spec: { selector: Selector } }>('Service').spec;
    const budget = only<{ spec: { selector: { matchLabels: Selector } } }>('PodDisruptionBudget').spec;
    const policy = (name: string) =>
      only<{ spec: { podSelector: { matchLabels: Selector } } }>('NetworkPolicy', name).spec.podSelector;
    const spread = deployment.spec.template.spec.topologySpreadConstraints as readonly {
      readonly labelSelector: { readonly matchLabels: Selector };
    }[];
    for (const labels of [
      deployment.spec.selector.matchLabels,
      selector,
      budget.selector.matchLabels,
      policy('psd2-bank').matchLabels,
      ...spread.map(({ labelSelector }) => labelSelector.matchLabels),
    ])
      expect(chosenBy(labels)).toEqual(['Deployment']);
    expect(chosenBy(policy('psd2-bank-migration').matchLabels)).toEqual(['Job']);
    expect(
      only<{ spec: { scaleTargetRef: unknown } }>('HorizontalPodAutoscaler').spec.scaleTargetRef,
    ).toEqual({
      apiVersion: deployment.apiVersion,
      kind: 'Deployment',
      name: deployment.metadata.name,
    });
  });

  it('run the image of this release: the service by its command, the migration by its own', () => {
    const { version } = JSON.parse(textOf('package.json'));
    expect(new Set([service?.image, migration?.image])).toEqual(
      new Set([`registry.example/psd2-bank:${version}`]),
    );
    expect([service?.command, migration?.command]).toEqual([undefined, ['node', 'dist/migrate.js']]);
    expect(readFileSync(`${root}Dockerfile`, 'utf8')).toMatch(/^USER 1000:1000$/m);
  });

  it('have another ConfigMap for a core system, instead of the one for a remote bank', () => {
    expect(beside).toEqual([]);
    expect({ ...coreSettings, data: null }).toEqual({ ...settingsMap, data: null });
  });

  it.each(ofBanks)('%s: the service starts with its settings, and stops within its time', (bank, data) => {
    const config = readConfig({ ...data, DATABASE_URL });
    expect(config).toMatchObject({ sandbox: false, port: 4000, publicUrl: 'https://bank.example' });
    expect(config[bank]).not.toBeNull();
    const seconds = deployment.spec.template.spec.terminationGracePeriodSeconds as number;
    expect(seconds * 1_000).toBeGreaterThanOrEqual(config.shutdownDelayMs + 10_000 + 5_000);
  });

  it.each(ofBanks)('%s: every file of a setting is mounted where a new one arrives', (_, data) => {
    const files = Object.entries(data).filter(([, value]) => value.startsWith('/'));
    expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['TRUST_ANCHORS', 'CRL_FILE']));
    const volumes = deployment.spec.template.spec.volumes as readonly Volume[];
    const guide = textOf('docs/operations.md');
    for (const [name, path] of files) {
      const mount = service?.volumeMounts?.find(({ mountPath }) => mountPath === dirname(path));
      // A subPath would never be updated.
      expect([name, mount]).toEqual([name, { name: mount?.name, mountPath: dirname(path), readOnly: true }]);
      const volume = volumes.find((one) => one.name === mount?.name);
      const source = volume?.configMap?.name ?? volume?.secret?.secretName ?? 'none';
      const commands = guide.split('\n').filter((line) => line.startsWith('kubectl create'));
      const file = /^tls\.(key|crt)$/.test(basename(path)) ? 'secret tls' : basename(path);
      expect([name, commands.some((line) => line.includes(` ${source} `) && line.includes(file))]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('send traces that name the pod, and the network lets them through to the collector and the banks', () => {
    const { egress } = only<{
      spec: { egress: { ports: { port: number }[] }[] };
    }>('NetworkPolicy').spec;
    const ports = egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    const given = service?.env?.find(({ name }) => name === 'OTEL_RESOURCE_ATTRIBUTES')?.value ?? '';
    const attributes = given.replace(/\$\((\w+)\)/g, (whole, name) =>
      ofPod.includes(name) ? 'psd2' : whole,
    );
    for (const [, data] of ofBanks) {
      const config = readConfig({ ...data, DATABASE_URL, OTEL_RESOURCE_ATTRIBUTES: attributes });
      expect(config.tracing?.attributes).toEqual({ 'k8s.pod.name': 'psd2', 'k8s.namespace.name': 'psd2' });
      const addresses = [
        config.tracing?.endpoint,
        config.upstream?.url,
        config.core?.url,
        config.identity?.issuer,
      ];
      for (const address of addresses)
        if (address !== undefined) expect(ports).toContain(Number(new URL(address).port || 443));
    }
  });

  it('the service answers the probes', () => {
    const paths = [service?.startupProbe, service?.livenessProbe, service?.readinessProbe];
    expect(paths.map((probe) => probe?.httpGet.path)).toEqual(['/livez', '/livez', '/readyz']);
  });

  it('the replicas and one more of a roll-out stay within the default connections of PostgreSQL', () => {
    const { maxReplicas, minReplicas } = only<{ spec: { maxReplicas: number; minReplicas: number } }>(
      'HorizontalPodAutoscaler',
    ).spec;
    const each = readConfig({ ...settings, DATABASE_URL: 'postgres://a@b/c' }).databasePoolSize + 1;
    expect((maxReplicas + 1) * each).toBeLessThan(97);
    expect(minReplicas).toBeGreaterThanOrEqual(2);
  });
});
