import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Instruments } from '../../../src/observability/metrics/instruments.ts';
import { addNotificationCounter } from '../../../src/observability/metrics/metrics.ts';
import { addCoreInstruments, addUpstreamInstruments } from '../../../src/observability/metrics/remote.ts';
import { root, textOf } from '../../documents/markdown.ts';
import { type Bank, psuHeaders, startBank } from '../../support/bank.ts';
import { domesticPath, newPayment } from '../../support/story.ts';
import { oddUpstream, withCore } from './no-calls.ts';

const missing = spawnSync('promtool', ['--version']).error !== undefined;
if (missing) console.warn('promtool is not installed: rules are not checked by it');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly annotations: Readonly<Record<string, string>>;
}
const { groups } = parse(textOf('ops/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(textOf('ops/grafana/psd2-bank.json')) as { panels: Panel[] };
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')]),
);
const asked: readonly (readonly string[])[] = [...rules.map(({ alert, expr }) => [alert, expr]), ...shown];

let bank: Bank;
let samples: readonly string[];
beforeAll(async () => {
  const clockCheck = {
    readDatabaseTime: async () => bank.time.now,
    onWrong: () => undefined,
    onRight: () => undefined,
  };
  const revocations = { faultOf: () => null, validUntil: () => 1_800_000_000_000 };
  bank = await startBank({ includeProcessMetrics: true, clockCheck, revocations });
  await bank.app.runner.tick();
  const tpp = bank.tpp();
  await newPayment(tpp);
  await tpp.graphqlRaw('{ viewer { tppId } }');
  await tpp.rest('GET', `${domesticPath}/none`, { headers: { date: 'yesterday' } });
  await tpp.rest('POST', domesticPath, { body: {}, headers: psuHeaders });
  const elsewhere = new Registry();
  const instruments = new Instruments(elsewhere);
  addUpstreamInstruments(instruments, oddUpstream);
  addCoreInstruments(instruments, withCore.figures, withCore);
  addNotificationCounter(instruments);
  const text = (await (await bank.fetch('/metrics')).text()) + (await elsewhere.metrics());
  samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
});
afterAll(() => bank.stop());

/** Labels that Prometheus adds. */
const added = new Set(['job', 'instance', 'le']);

describe.each(asked)('%s', (_, expr = '') => {
  it('uses metrics with their real labels', () => {
    const metrics = [...expr.matchAll(/\b((?:psd2|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    expect(metrics.length > 0 || /\bup\b/.test(expr), expr).toBe(true);
    const named = new Set<string>();
    for (const [, name = '', matchers = ''] of metrics) {
      const own = samples.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      expect([name, own.length > 0]).toEqual([name, true]);
      for (const [label = ''] of own.join().matchAll(/\w+(?==")/g)) named.add(label);
      for (const [, label = '', , values = ''] of matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)) {
        if (added.has(label)) continue;
        const known = new Set(
          own.flatMap((line) => new RegExp(`\\b${label}="([^"]*)"`).exec(line)?.[1] ?? []),
        );
        expect([name, label, known.size > 0]).toEqual([name, label, true]);
        // A query may match a class of statuses: 5..
        for (const value of values.includes('.') ? [] : values.split('|'))
          expect([label, value, known.has(value)]).toEqual([label, value, true]);
      }
    }
    const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
      labels.split(', '),
    );
    for (const label of grouped) expect([label, added.has(label) || named.has(label)]).toEqual([label, true]);
  });
});

describe('ops/prometheus/alerts.yml', () => {
  it('has exactly the alerts of docs/monitoring.md, expression by expression', () => {
    const [, table = ''] =
      /\n\| alert \| expression \| means \|\n([\s\S]*?)\n\n/.exec(textOf('docs/monitoring.md')) ?? [];
    const rows = table
      .split('\n')
      .slice(1)
      .map((row) => row.replaceAll('\\|', '¦').split(' | ')[1] ?? '');
    const told = rows.map((cell) => {
      const [, expr = '', minutes] = /^`([^`]+)`(?: for (\d+) minutes?)?$/.exec(cell) ?? [];
      return [expr.replaceAll('¦', '|'), minutes === undefined ? undefined : `${minutes}m`];
    });
    expect(told).toEqual(rules.map((rule) => [rule.expr, rule.for]));
  });

  it('has a test in which each alert fires, and one in which it does not', () => {
    const { tests } = parse(textOf('ops/prometheus/alerts.test.yml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const cases = tests.flatMap((one) => one.alert_rule_test);
    for (const { alert } of rules) {
      const own = cases.filter(({ alertname }) => alertname === alert);
      const fires = new Set(own.map(({ exp_alerts }) => exp_alerts.length > 0));
      expect([alert, fires]).toEqual([alert, new Set([true, false])]);
    }
  });

  it('describes each alert', () => {
    for (const { alert, annotations } of rules)
      expect([alert, Object.keys(annotations).sort()]).toEqual([alert, ['description', 'summary']]);
  });
});

/** The metrics of `psd2_upstream_…` and `psd2_core_…`. */
const remoteMetrics = () => [
  ...new Set(samples.flatMap((line) => /^psd2_(?:upstream|core)_\w+/.exec(line)?.[0] ?? [])),
];

describe('a remote bank and a core system', () => {
  it.each(['upstream', 'core'])('%s: an alert fires for each case that needs an operator', (bank) => {
    for (const what of [
      'away',
      'alarms_total',
      'last_answer_timestamp_seconds',
      'certificate_end_timestamp_seconds',
    ])
      expect([what, rules.some(({ expr }) => expr.includes(`psd2_${bank}_${what}`))]).toEqual([what, true]);
  });

  it('an alert fires for a cursor that stands still, and for a payment that the bank does not know', () => {
    for (const metric of ['psd2_core_reports_stalled_seconds', 'psd2_bank_unknown_payments_total'])
      expect([metric, rules.some(({ expr }) => expr.includes(metric))]).toEqual([metric, true]);
  });

  it('have all their metrics on the dashboard', () => {
    const panels = shown.map(([, expr]) => expr).join('\n');
    expect(remoteMetrics().length).toBeGreaterThan(18);
    expect(remoteMetrics().filter((metric) => !new RegExp(`${metric}\\b`).test(panels))).toEqual([]);
  });
});

describe('ops/grafana/psd2-bank.json', () => {
  it('has panels that do not overlap', () => {
    const taken = new Set<string>();
    for (const { title, gridPos } of dashboard.panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([title, x < 24, taken.has(`${x} ${y}`)]).toEqual([title, true, false]);
          taken.add(`${x} ${y}`);
        }
  });
});

describe.skipIf(missing)('promtool', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, {
      cwd: `${root}ops/prometheus`,
      encoding: 'utf8',
    });
    return [status, status === 0 ? '' : stdout + stderr];
  };

  it('accepts the rules, and each fires when its test says', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toEqual([0, '']);
    expect(promtool('test', 'rules', 'alerts.test.yml')).toEqual([0, '']);
  });

  it('accepts every expression of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rules-'));
    const recorded = shown.map(([, expr], index) => ({ record: `panel_${index}`, expr }));
    writeFileSync(
      join(folder, 'panels.yml'),
      JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }),
    );
    expect(promtool('check', 'rules', join(folder, 'panels.yml'))).toEqual([0, '']);
    rmSync(folder, { recursive: true });
  });
});
