/** Who may import whom (ARCHITECTURE.md). `npm run check` runs it; test/architecture.test.ts plants violations. */

const rooms = [
  'domain',
  'operations',
  'bank',
  'housekeeping',
  'security',
  'db',
  'graphql',
  'rest',
  'sca',
  'http',
  'pages',
  'browser',
  'observability',
  'fairness',
  'identity-provider',
  'notifications',
];

/** A rule: files of `room` may reach nothing in src but what is listed. */
const room = (name, allowed, comment, except) => ({
  name: `${name}-knows-only-its-neighbours`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, ...(except ? { pathNot: except } : {}) },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...(name === 'domain' ? [] : [every]), ...allowed] },
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
/** What the doors share: HTTP, what browsers get, and the notes of a request. */
const http = ['^src/http/', '^src/browser/', '^src/observability/[^/]+\\.ts$'];
/** What the sources of the service may take of the toolkit, in files beside the rooms. */
const toolkitForTheService =
  '^packages/toolkit/src/(index|address|env-file|files|issuer|make-folders|toolkit-line)\\.ts$';

/** Signs as a TPP does, for whoever has a bank upstream, and signs notifications. */
const signer = '^packages/toolkit/src/sign\\.ts$';
const upstream = '^src/bank/upstream/';
const notifications = '^src/notifications/';
const iso20022 = '^src/bank/core/iso20022/';
/** The stores of other rooms than db, and what they share with those of the service. */
const roomStores = '^src/(bank(/upstream|/core)?|identity-provider)/db/|^src/bank/core-system/store\\.ts$';
const storeParts = [
  '^src/db/(session|statement|inserts)\\.ts$',
  '^src/db/stores/(rows-of|old-rows|notification-outbox)\\.ts$',
  '^src/db/tables/',
];
const coreSystem = '^src/bank/core-system/';
/** What all calls to a bank elsewhere have in common. */
const remoteCalls = '^src/bank/remote-calls/';
/** What calls a bank elsewhere. */
const elsewhere = '^src/bank/(upstream|core|remote-calls)/';
const fairness = '^src/fairness/';
const identityProvider = '^src/identity-provider/';

/** Files that are no room: where the package lies, and loops. */
const packageFolder = '^src/package-folder\\.ts$';
const every = '^src/every\\.ts$';

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
    packages('domain', domain, [
      'zod',
      'decimal.js',
      'ibantools',
      'temporal-polyfill',
      'negotiator',
      'content-type',
      'jsonc-parser',
    ]),

    room('operations', [domain], 'the rules, by way of ports'),
    packages('operations', operations, ['crypto']),

    room(
      'bank',
      [domain, operations, fairness, packageFolder],
      'the bank behind the service: one of several',
      `${roomStores}|${coreSystem}`,
    ),
    {
      name: 'stores-of-rooms-know-their-room',
      severity: 'error',
      from: { path: roomStores },
      to: {
        path: '^src/',
        pathNot: ['^src/(bank|identity-provider)/', domain, ports, ...storeParts],
      },
    },
    {
      name: 'banks-know-no-other-bank',
      comment: 'each is a folder of its own, behind one port',
      severity: 'error',
      from: { path: '^src/bank/([^/]+)/', pathNot: coreSystem },
      to: { path: '^src/bank/', pathNot: ['^src/bank/$1/', '^src/bank/[^/]+\\.ts$', remoteCalls] },
    },
    {
      name: 'core-system-knows-only-its-neighbours',
      comment: 'a core system for laptops and tests: the simulated bank behind its interface',
      severity: 'error',
      from: { path: coreSystem, pathNot: roomStores },
      to: {
        path: '^src/',
        pathNot: [
          coreSystem,
          domain,
          operations,
          '^src/bank/core/(iso20022|orders)/',
          '^src/bank/[^/]+\\.ts$',
          '^src/housekeeping/',
        ],
      },
    },
    packages('core-system', '^src/bank/core-system/(?!store)', ['zod', 'fastify', 'crypto', 'net']),
    room('notifications', [domain, operations], 'posts changes of payments to their TPPs'),
    packages('notifications', notifications, ['undici', 'crypto', 'dns', 'net']),
    {
      name: 'notifications-in-the-root-alone',
      comment: 'no rule, door or store posts to a TPP',
      severity: 'error',
      from: { path: `^src/(${rooms.filter((one) => one !== 'notifications').join('|')})/` },
      to: { path: notifications },
    },
    room('housekeeping', [domain, operations], 'what time brings: expiry, due work, what is forgotten'),
    {
      name: 'http-clients-in-banks-elsewhere-alone',
      comment: 'no rule and no transaction waits for somebody else',
      severity: 'error',
      from: { path: '^src/(domain|operations|housekeeping|db/stores|bank/simulated)/' },
      to: {
        path: '(^(node:)?(http|https|http2|net|tls)$|^(undici|openapi-fetch|openid-client)$|node_modules/(undici|openapi-fetch|openid-client)/)',
      },
    },
    room('fairness', [domain], 'slots and iterations of the event loop, shared among the TPPs'),
    packages('fairness', '^src/fairness/', []),
    room('security', [domain], 'one door: request in, caller out'),
    room('db', [domain, ports, fairness, packageFolder], 'implements the ports'),

    room('graphql', [domain, operations, fairness, ...http], 'a door: neither REST nor the database'),
    room(
      'rest',
      [domain, operations, fairness, ...http, packageFolder],
      'a door: neither GraphQL nor the database',
    ),
    room(
      'sca',
      [domain, operations, ...http, '^src/pages/return-page\\.ts$'],
      'the pages of the PSU, a door of their own',
    ),
    room(
      'pages',
      [domain, operations, ...http, packageFolder],
      'reference and guide, and the pages of a sandbox',
    ),
    room('http', [domain, operations, ...http], 'the server, its limits and messages, for all doors alike'),
    room('browser', [domain, '^src/http/message\\.ts$'], 'what the pages of all doors share'),
    room(
      'observability',
      [domain, operations, ...http],
      'what is noted of a request, and whether the process is well',
      '^src/observability/(metrics|request-log|tracing)/',
    ),
    room(
      'observability/request-log',
      [domain, operations, fairness, ...http],
      'what is noted of requests for their TPP',
    ),

    {
      name: 'toolkit-knows-only-its-neighbours',
      comment: 'the other side: rules and words of the domain, nothing that serves',
      severity: 'error',
      from: { path: '^packages/toolkit/src/', pathNot: '^packages/toolkit/src/(explain/|facade\\.ts$)' },
      to: { path: '^(src|test|bench|scripts|console)/', pathNot: [domain, packageFolder] },
    },
    {
      name: 'facade-script-ends-with-npm',
      comment: 'runs two services, and is stopped as a service is',
      severity: 'error',
      from: { path: '^packages/toolkit/src/facade\\.ts$' },
      to: {
        path: '^(src|test|bench|scripts|console)/',
        pathNot: ['^src/process/(launcher|settings)\\.ts$'],
      },
    },
    {
      name: 'explain-knows-only-its-neighbours',
      comment: 'judges a request by the checks of the bank itself',
      severity: 'error',
      from: { path: '^packages/toolkit/src/explain/' },
      to: {
        path: '^(src|test|bench|scripts|console)/',
        pathNot: [
          domain,
          '^src/security/',
          '^src/rest/routes\\.ts$',
          '^src/http/(path-table|raw-headers|message)\\.ts$',
        ],
      },
    },
    packages(
      'toolkit',
      '^packages/toolkit/src/',
      ['node-forge', '@types/node-forge', 'zod', 'typescript', 'yaml'],
      npm,
    ),
    room(
      'observability/metrics',
      [
        domain,
        '^src/http/(message|server)\\.ts$',
        '^src/observability/request-trace\\.ts$',
        '^src/db/connections/(client|failure)\\.ts$',
        '^src/security/signature\\.ts$',
      ],
      'figures for Prometheus',
    ),

    room(
      'observability/tracing',
      [
        '^src/domain/(headers|stages)\\.ts$',
        '^src/http/message\\.ts$',
        '^src/observability/request-trace\\.ts$',
        '^src/db/statement-traces\\.ts$',
        packageFolder,
      ],
      'spans of OpenTelemetry: what rooms tell it by interfaces of their own',
    ),

    {
      name: 'nobody-imports-the-root',
      comment: 'app.ts, main.ts and what stands beside them meet everyone; no room knows them',
      severity: 'error',
      from: { path: `^src/(${rooms.join('|')})/` },
      to: { path: '^src/([^/]+\\.ts$|app/|process/)', pathNot: [packageFolder, every] },
    },
    {
      name: 'packages-know-no-service',
      comment: 'a package of this repository serves whoever asks: a folder that can be lifted out',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/' },
      to: { path: '^(src|test|bench|scripts|console|examples|packages/toolkit)/' },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'what a package does not export is its own',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^packages/',
        pathNot: ['^packages/[^/]+/src/index\\.ts$', toolkitForTheService, signer],
      },
    },
    {
      name: 'toolkit-beside-the-rooms',
      comment: 'the process makes keys with it and prints its lines; no rule, door or store knows it',
      severity: 'error',
      from: { path: `^src/(${rooms.join('|')})/` },
      to: { path: '^packages/toolkit/', pathNot: signer },
    },
    {
      name: 'signer-in-upstream-and-notifications-alone',
      comment: 'the service signs nothing but its own calls to a bank upstream, and notifications',
      severity: 'error',
      from: { path: '^src/', pathNot: [upstream, notifications] },
      to: { path: signer },
    },
    {
      name: 'undici-in-remote-calls-and-notifications-alone',
      comment: 'calls leave the process from places where nothing knows of a transaction',
      severity: 'error',
      from: { path: '^src/', pathNot: [remoteCalls, notifications] },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'banks-behind-their-port',
      comment:
        'which bank it is, app.ts and app/ choose; core.ts and open-banks.ts start what they choose from',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/bank/', '^src/app(/|\\.ts$)', '^src/core\\.ts$', '^src/process/open-banks\\.ts$'],
      },
      to: { path: '^src/bank/' },
    },
    {
      name: 'simulated-bank-calls-nobody',
      comment: 'neither it nor what banks share calls another system',
      severity: 'error',
      from: { path: '^src/bank/', pathNot: [elsewhere, coreSystem] },
      to: { path: elsewhere },
    },
    packages('remote-calls', remoteCalls, ['undici', 'zod', 'fs', 'crypto', 'net']),
    packages('upstream', `${upstream}(?!db/)`, ['zod', 'crypto']),
    packages('core', '^src/bank/core/(?!iso20022/|db/)', ['zod', 'crypto', 'fs/promises', 'path']),
    packages('bank', '^src/bank/(?!(upstream|core|core-system|remote-calls|db)/)', []),
    {
      name: 'tracing-when-it-is-wanted',
      comment:
        'off costs nothing: main loads it once its setting is read, and everybody else knows types alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/observability/tracing/' },
      to: { path: '^src/observability/tracing/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'opentelemetry-in-tracing-alone',
      comment: 'the rooms say what happens, and know nothing of spans',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/observability/tracing/' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    room(
      'identity-provider',
      [domain, operations],
      'OpenID Connect: PSUs authenticate elsewhere',
      roomStores,
    ),
    {
      name: 'identity-provider-in-the-root-alone',
      comment: 'no rule, door or store calls a provider',
      severity: 'error',
      from: { path: `^src/(${rooms.filter((one) => one !== 'identity-provider').join('|')})/` },
      to: { path: identityProvider },
    },
    packages('identity-provider', `${identityProvider}(?!db/)`, ['openid-client', 'fs', 'crypto']),
    {
      name: 'openid-client-in-identity-provider-alone',
      comment: 'calls to a provider leave the process from one place, where nothing knows of a transaction',
      severity: 'error',
      from: { path: '^src/', pathNot: identityProvider },
      to: { path: 'node_modules/openid-client/' },
    },
    packages('iso20022', iso20022, ['libxml2-wasm', 'zod', 'decimal.js', 'fs', 'path', 'crypto']),
    {
      name: 'libxml2-in-xml-alone',
      comment: 'its documents are disposed of in one file',
      severity: 'error',
      from: { path: '^src/', pathNot: `${iso20022}xml\\.ts$` },
      to: { path: 'node_modules/libxml2-wasm/' },
    },
    {
      name: 'embedded-postgres-in-main-alone',
      comment: 'everybody else gets an address',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|core)\\.ts$' },
      to: { path: '^packages/embedded-postgres/' },
    },
    packages('embedded-postgres', '^packages/embedded-postgres/src/', ['pg', '@types/pg'], npm),
    {
      name: 'postgres-and-drizzle-in-db-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/db/', roomStores] },
      to: { path: 'node_modules/(pg|drizzle-orm)/' },
    },
    {
      name: 'graphql-in-graphql-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/graphql/' },
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
