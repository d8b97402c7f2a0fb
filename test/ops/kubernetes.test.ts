import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { root, textOf } from '../documents/markdown.ts';
import { startBank } from '../support/bank.ts';
import {
  kubernetes,
  type Manifest,
  manifestsOf,
  readOverlay,
  schemaFault,
  unknownFields,
} from './manifests.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly ports?: readonly { readonly name: string }[];
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
  readonly readinessProbe?: {
    readonly httpGet: { readonly path: string };
    readonly failureThreshold: number;
    readonly periodSeconds: number;
  };
  readonly startupProbe?: { readonly httpGet: { readonly path: string } };
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>> & { readonly containers: readonly Container[] };
}
type Selector = Readonly<Record<string, string>>;
interface Published {
  readonly path: string;
  readonly pathType: string;
  readonly backend: { readonly service: unknown };
}
interface Monitor {
  readonly spec: {
    readonly jobLabel: string;
    readonly selector: { readonly matchLabels: Selector };
    readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[];
  };
}
interface Volume {
  readonly name: string;
  readonly configMap?: { readonly name: string };
  readonly secret?: { readonly secretName: string };
}

const [upstream, core] = [readOverlay(`${kubernetes}/upstream`), readOverlay(`${kubernetes}/core`)];
const manifests = [
  ...new Map(
    [...upstream.manifests, ...core.manifests, ...manifestsOf(`${kubernetes}/examples/ingress.yaml`)].map(
      (one) => [`${one.kind} ${one.metadata.name}`, one] as const,
    ),
  ).values(),
];
const only = <Shape>(kind: string, name = 'psd2-bank'): Manifest & Shape => {
  const [found, ...more] = manifests.filter((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined || more.length > 0) throw new Error(`${more.length + 1} of ${kind} ${name}`);
  return found as Manifest & Shape;
};
const deployment = only<{ spec: { template: Pod; selector: { matchLabels: Selector } } }>('Deployment');
const job = only<{ spec: { template: Pod } }>('Job', 'psd2-bank-migrate');
const ofBanks = [
  ['upstream', upstream.settings],
  ['core', core.settings],
] as const;
const DATABASE_URL = 'postgres://service@database/bank';
const ofPod: readonly string[] = ['POD_NAME', 'POD_NAMESPACE', 'OTEL_RESOURCE_ATTRIBUTES'];
const cronJob = only<{ spec: { jobTemplate: { spec: { template: Pod } } } }>(
  'CronJob',
  'psd2-bank-revocation-lists',
);
const pods = [deployment.spec, job.spec, cronJob.spec.jobTemplate.spec].map(({ template }) => template);
const [service, migration, lists] = pods.flatMap(({ spec }) => spec.containers);

describe('the manifests of ops/kubernetes', () => {
  it.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    '%s has values that the schemas of Kubernetes allow',
    async (_, manifest) => expect(await schemaFault(manifest)).toBeNull(),
  );

  it('have no field that Kubernetes does not know, and a planted one is detected', {
    timeout: 60_000,
  }, () => {
    const text = JSON.stringify(deployment).replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem');
    const found = unknownFields([...manifests, JSON.parse(text)]);
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
      pods.flatMap(({ metadata, spec }) =>
        Object.entries(labels).every(([key, value]) => metadata.labels[key] === value)
          ? spec.containers.map(({ name }) => name)
          : [],
      );
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
      policy('psd2-bank-upstream').matchLabels,
      policy('psd2-bank-core').matchLabels,
      ...spread.map(({ labelSelector }) => labelSelector.matchLabels),
    ])
      expect(chosenBy(labels)).toEqual(['service']);
    expect(chosenBy(policy('psd2-bank-migration').matchLabels)).toEqual(['migrate']);
    expect(chosenBy(policy('psd2-bank-revocation-lists').matchLabels)).toEqual(['fetch']);
    expect(
      only<{ spec: { scaleTargetRef: unknown } }>('HorizontalPodAutoscaler').spec.scaleTargetRef,
    ).toEqual({
      apiVersion: deployment.apiVersion,
      kind: 'Deployment',
      name: deployment.metadata.name,
    });
  });

  it('run one image: the service by its command, the jobs by their own', () => {
    expect([service?.image, migration?.image, lists?.image]).toEqual(Array(3).fill('psd2-bank'));
    expect([service?.command, migration?.command, lists?.command]).toEqual([
      undefined,
      ['node', 'dist/migrate.js'],
      ['node', '/etc/revocation-lists/fetch.mjs', '/etc/revocation-lists/urls.txt', '/lists/lists.crl'],
    ]);
    expect(readFileSync(`${root}Dockerfile`, 'utf8')).toMatch(/^USER 1000:1000$/m);
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
    const portsOf = (name: string) =>
      only<{ spec: { egress: { ports: { port: number }[] }[] } }>('NetworkPolicy', name).spec.egress.flatMap(
        ({ ports }) => ports.map(({ port }) => port),
      );
    const given = service?.env?.find(({ name }) => name === 'OTEL_RESOURCE_ATTRIBUTES')?.value ?? '';
    const attributes = given.replace(/\$\((\w+)\)/g, (whole, name) =>
      ofPod.includes(name) ? 'psd2' : whole,
    );
    for (const [bank, data] of ofBanks) {
      const ports = [...portsOf('psd2-bank'), ...portsOf(`psd2-bank-${bank}`)];
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

  it('one slow answer takes no replica away, and a stopping one is left before its port closes', () => {
    const { failureThreshold = 0, periodSeconds = 0 } = service?.readinessProbe ?? {};
    expect(failureThreshold).toBe(2);
    const { shutdownDelayMs } = readConfig({ ...upstream.settings, DATABASE_URL });
    expect(failureThreshold * periodSeconds * 1_000).toBeLessThan(shutdownDelayMs);
  });

  it('the replicas and one more of a roll-out stay within the default connections of PostgreSQL', () => {
    const { maxReplicas, minReplicas } = only<{ spec: { maxReplicas: number; minReplicas: number } }>(
      'HorizontalPodAutoscaler',
    ).spec;
    const each = readConfig({ ...upstream.settings, DATABASE_URL }).databasePoolSize + 1;
    expect((maxReplicas + 1) * each).toBeLessThan(97);
    expect(minReplicas).toBeGreaterThanOrEqual(2);
  });

  it('the Ingress publishes every path of the service under PUBLIC_URL, except probes and metrics', async () => {
    const { spec } = only<{
      spec: {
        tls: readonly { hosts: readonly string[] }[];
        rules: readonly { host: string; http: { paths: readonly Published[] } }[];
      };
    }>('Ingress');
    const [rule, ...more] = spec.rules;
    const { host } = new URL(upstream.settings.PUBLIC_URL ?? '');
    expect([rule?.host, spec.tls[0]?.hosts, more]).toEqual([host, [host], []]);
    const bank = await startBank({ sandbox: false });
    await bank.app.ready();
    const table = bank.app.printRoutes({ commonPrefix: false });
    await bank.stop();
    const routes = [...table.matchAll(/^\S── (\/\S+)/gm)].map(([, path = '']) => path);
    const covers = ({ path, pathType }: Published, route: string) =>
      pathType === 'Exact' ? route === path : `${route}/`.startsWith(`${path}/`);
    const hidden = routes.filter((route) => !rule?.http.paths.some((one) => covers(one, route)));
    expect(hidden.sort()).toEqual(['/livez', '/metrics', '/readyz']);
    const { ports } = only<{ spec: { ports: readonly { name: string }[] } }>('Service').spec;
    for (const { backend } of rule?.http.paths ?? [])
      expect(backend.service).toEqual({ name: 'psd2-bank', port: { name: ports[0]?.name } });
  });

  it('the PodMonitor reads the metrics of the service as the job of the alerts', () => {
    const [monitor] = manifestsOf(`${kubernetes}/examples/pod-monitor.yaml`) as readonly (Manifest &
      Monitor)[];
    expect(monitor?.spec.selector.matchLabels).toEqual(deployment.spec.selector.matchLabels);
    expect(deployment.spec.template.metadata.labels[monitor?.spec.jobLabel ?? '']).toBe('psd2-bank');
    expect(textOf('ops/prometheus/alerts.yml')).toContain('job="psd2-bank"');
    const [endpoint] = monitor?.spec.podMetricsEndpoints ?? [];
    expect(endpoint).toMatchObject({ port: service?.ports?.[0]?.name, path: '/metrics' });
  });
});
