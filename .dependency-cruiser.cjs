/** Who may import whom (ARCHITECTURE.md). `npm run fences` runs it; test/architecture.test.ts plants violations. */

const rooms = [
  'domain',
  'operations',
  'bank',
  'security',
  'db',
  'graphql',
  'rest',
  'web',
  'http',
  'generated',
  'tpp',
  'metrics',
];

/** A rule: files of `room` may reach nothing in src but what is listed. */
const room = (name, allowed, comment, except) => ({
  name: `${name}-knows-only-its-neighbours`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, ...(except ? { pathNot: except } : {}) },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed] },
});

const npm = [
  'npm',
  'npm-dev',
  'npm-optional',
  'npm-peer',
  'npm-no-pkg',
  'npm-unknown',
  'unknown',
  'undetermined',
];

const packages = (name, from, allowed, kinds = [...npm, 'core']) => ({
  name: `${name}-packages`,
  comment: `${name} may use no ${kinds.includes('core') ? 'package or module of Node' : 'package'} but these: ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: from },
  to: {
    dependencyTypes: kinds,
    // A module of Node is named by itself, a package by its folder.
    pathNot: allowed.flatMap((one) => [`^${one}$`, `node_modules/${one}/`]),
  },
});

/** The files of operations that say what is needed from the outside. */
const ports = '^src/operations/(ports/|[a-z-]+/ports\\.ts$)';
const domain = '^src/domain/';
const operations = '^src/operations/';
/** What both doors share: files directly under web/. */
const web = '^src/web/[^/]+\\.ts$';

/** Says where the package lies; whoever reads files asks it. */
const packageFolder = '^src/package-folder\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-cycles', comment: 'type imports count', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'an import that leads nowhere',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-code',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },

    room('domain', [], 'pure: itself alone'),
    packages('domain', domain, ['zod', 'decimal.js', 'ibantools', 'temporal-polyfill', 'negotiator']),

    room('operations', [domain], 'the rules, by way of ports'),
    packages('operations', operations, ['crypto']),

    room('bank', [domain, operations], 'the simulated bank'),
    room('security', [domain], 'one door: request in, caller out'),
    room('db', [domain, ports, packageFolder], 'implements the ports'),

    room('graphql', [domain, operations, web], 'a door: neither REST nor the database'),
    room('rest', [domain, operations, web], 'a door: neither GraphQL nor the database'),
    room('web', [domain, operations, packageFolder], 'what the doors share, and the pages of the PSU'),
    {
      name: 'doors-keep-off-the-pages',
      comment: 'web/sca is a door of its own',
      severity: 'error',
      from: { path: '^src/(graphql|rest|web/[^/]+\\.ts$)' },
      to: { path: '^src/web/sca/' },
    },

    room(
      'http',
      [domain, web, '^src/app/early-refusals\\.ts$'],
      'sockets: one connection, one request after the other',
    ),

    room('tpp', [domain, packageFolder], 'the toolkit of the other side', '^src/tpp/explain/'),
    room(
      'tpp/explain',
      [domain, '^src/tpp/', '^src/security/', '^src/rest/(routes|match)\\.ts$', '^src/web/media\\.ts$'],
      'judges a request by the checks of the bank itself',
    ),
    room(
      'metrics',
      [
        domain,
        '^src/web/(message|door)\\.ts$',
        '^src/db/(client|failure)\\.ts$',
        '^src/security/signature-header\\.ts$',
      ],
      'figures for Prometheus',
    ),

    {
      name: 'nobody-imports-the-root',
      comment: 'app.ts, main.ts and what stands beside them meet everyone; no room knows them',
      severity: 'error',
      from: { path: `^src/(${rooms.join('|')})/`, pathNot: '^src/http/' },
      to: { path: '^src/([^/]+\\.ts$|app/|process/)', pathNot: packageFolder },
    },
    {
      name: 'packages-know-no-service',
      comment: 'a package of this repository serves whoever asks: a folder that can be lifted out',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|test|bench|scripts|console|examples|types)/' },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'what a package does not export is its own',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'embedded-postgres-in-main-alone',
      comment: 'everybody else gets an address',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^packages/embedded-postgres/' },
    },
    packages('embedded-postgres', '^packages/embedded-postgres/src/', ['pg', '@types/pg'], npm),
    {
      name: 'postgres-and-drizzle-in-db-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/db/' },
      to: { path: 'node_modules/(pg|drizzle-orm)/' },
    },
    {
      name: 'graphql-in-graphql-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(graphql|generated)/' },
      to: { path: 'node_modules/(graphql|@repeaterjs|@graphql-yoga|@pothos)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
};
