import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root, textOf } from './markdown.ts';

interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly number[]>> };
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly env?: object;
  }[];
}
const workflow = parse(textOf('.github/workflows/ci.yml')) as {
  readonly on: { readonly schedule?: readonly object[] };
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
};
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const lines = steps.flatMap(({ run = '' }) => run.split('\n')).map((line) => line.trim());

describe('.github/workflows/ci.yml', () => {
  it('tests every Node from the version of package.json to that of the image', () => {
    const versions = workflow.jobs.node?.strategy?.matrix.node ?? [];
    const [, least = ''] = /^>=(\d+)/.exec(JSON.parse(textOf('package.json')).engines.node) ?? [];
    const [, image = ''] = /^ARG NODE_IMAGE=node:(\d+)/m.exec(textOf('Dockerfile')) ?? [];
    expect(versions).toEqual([20, 22, 24, 26]);
    expect([versions[0], versions.at(-1)].map(String)).toEqual([least, image]);
    expect(textOf('CONTRIBUTING.md')).toContain(`has Node ${versions.slice(0, -1).join(', ')} and ${image}`);
  });

  it('tests every PostgreSQL version that docs/operations.md names', () => {
    const versions = workflow.jobs.postgres?.strategy?.matrix.postgres ?? [];
    expect(versions).toEqual([15, 16, 17, 18]);
    expect(textOf('docs/operations.md')).toContain(
      `has ${versions.slice(0, -1).join(', ')} and ${versions.at(-1)})`,
    );
  });

  it('plays all tests at full length each night, but not in pull requests', () => {
    expect(workflow.on.schedule).toHaveLength(1);
    const [nightly] = workflow.jobs.node?.steps.filter(({ run }) => run === '.ci/run') ?? [];
    expect(JSON.stringify(nightly?.env)).toContain("github.event_name == 'schedule' && '1' || ''");
    const ci = textOf('.ci/run');
    expect(ci).toMatch(/\nnpm ci && npm test\n$/);
    expect(textOf('README.md')).toContain('\nnpm ci && npm test');
  });

  it('checks for advisories on shipped packages', () => {
    expect(lines).toContain('npm audit --omit=dev');
  });

  it('runs only scripts that exist, and may only read', () => {
    const { scripts } = JSON.parse(textOf('package.json'));
    const named = lines.flatMap((line) => [...line.matchAll(/npm (?:run )?(?!(?:ci|audit)\b)([\w:]+)/g)]);
    for (const [, name = ''] of named) expect(Object.keys(scripts)).toContain(name);
    for (const line of lines.filter((one) => /^\.?\//.test(one)))
      expect(existsSync(root + line.split(' ')[0]), line).toBe(true);
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});
