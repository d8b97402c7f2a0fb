/** Which room may import which (ARCHITECTURE.md). `npm run check` runs these rules, and test/architecture.test.ts breaks each of them. */

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

/** Files of the room may import only the listed files of src. */
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
  comment: `${name} may import only these ${kinds.includes('core') ? 'packages and modules of Node' : 'packages'}: ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: from },
  to: {
    dependencyTypes: kinds,
    // A module of Node is named by itself, a package by its folder.
    pathNot: allowed.flatMap((one) => [`^${one}$`, `node_modules/${one}/`]),
  },
});

/** The interfaces that operations need from other rooms. */
const ports = '^src/operations/(ports/|[a-z-]+/ports\\.ts$)';
const domain = '^src/domain/';
const operations = '^src/operations/';
/** What all doors use. */
const http = ['^src/http/', '^src/browser/', '^src/observability/[^/]+\\.ts$'];
/** The files of the toolkit that files directly in src, and in src/app and src/process, may import. */
const toolkitForTheService =
  '^packages/toolkit/src/(index|address|env-file|files|issuer|make-folders|toolkit-line)\\.ts$';

/** Signs requests to another bank, and notifications. */
const signer = '^packages/toolkit/src/sign\\.ts$';
const upstream = '^src/bank/upstream/';
const notifications = '^src/notifications/';
const iso20022 = '^src/bank/core/iso20022/';
/** Stores outside the room db. */
const roomStores = '^src/(bank(/upstream|/core)?|identity-provider)/db/|^src/bank/core-system/store\\.ts$';
/** The files of db that these stores use. */
const storeParts = [
  '^src/db/(session|statement|inserts)\\.ts$',
  '^src/db/stores/(rows-of|old-rows|notification-outbox)\\.ts$',
  '^src/db/tables/',
];
const coreSystem = '^src/bank/core-system/';
/** Used by all calls to other systems. */
const remoteCalls = '^src/bank/remote-calls/';
/** Banks that call other systems. */
const remoteBanks = '^src/bank/(upstream|core|remote-calls)/';
const fairness = '^src/fairness/';
const identityProvider = '^src/identity-provider/';

/** Files outside the rooms that all may import. */
const packageFolder = '^src/package-folder\\.ts$';
const every = '^src/every\\.ts$';
const operatorFile = '^src/operator-file\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'imports of types count too',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'the imported file does not exist',
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

    room('domain', [], 'the domain imports only itself'),
    packages('domain', domain, [
      'zod',
      'decimal.js',
      'ibantools',
      'temporal-polyfill',
      'negotiator',
      'content-type',
      'jsonc-parser',
    ]),

    room('operations', [domain], 'operations reach other rooms through ports'),
    packages('operations', operations, ['crypto']),

    room(
      'bank',
      [domain, operations, fairness, packageFolder, operatorFile],
      'a bank uses rules and ports, and no door',
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
      comment: 'a bank imports no other bank',
      severity: 'error',
      from: { path: '^src/bank/([^/]+)/', pathNot: coreSystem },
      to: { path: '^src/bank/', pathNot: ['^src/bank/$1/', '^src/bank/[^/]+\\.ts$', remoteCalls] },
    },
    {
      name: 'core-system-knows-only-its-neighbours',
      comment: 'the core system for tests runs the simulated bank',
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
    room('notifications', [domain, operations, fairness], 'notifications post changes of payments to TPPs'),
    packages('notifications', notifications, ['undici', 'crypto', 'dns', 'net']),
    {
      name: 'notifications-in-the-root-alone',
      comment: 'only the composition root uses notifications',
      severity: 'error',
      from: { path: `^src/(${rooms.filter((one) => one !== 'notifications').join('|')})/` },
      to: { path: notifications },
    },
    room(
      'housekeeping',
      [domain, operations],
      'housekeeping expires, executes due work and deletes old rows',
    ),
    {
      name: 'http-clients-in-remote-banks-alone',
      comment: 'no rule and no transaction waits for another system',
      severity: 'error',
      from: { path: '^src/(domain|operations|housekeeping|db/stores|bank/simulated)/' },
      to: {
        path: '(^(node:)?(http|https|http2|net|tls)$|^(undici|openapi-fetch|openid-client)$|node_modules/(undici|openapi-fetch|openid-client)/)',
      },
    },
    room('fairness', [domain], 'fairness shares slots and processor time among TPPs'),
    packages('fairness', '^src/fairness/', ['timers']),
    room('security', [domain], 'security turns a request into its caller'),
    room('db', [domain, ports, fairness, packageFolder], 'db implements the ports of operations'),

    room(
      'graphql',
      [domain, operations, fairness, ...http],
      'a door imports neither the other doors nor the database',
    ),
    room(
      'rest',
      [domain, operations, fairness, ...http, packageFolder],
      'a door imports neither the other doors nor the database',
    ),
    room(
      'sca',
      [domain, operations, ...http, '^src/pages/return-page\\.ts$'],
      'the pages of the PSU are a door',
    ),
    room(
      'pages',
      [domain, operations, ...http, packageFolder],
      'pages are the reference, the guide and the pages of a sandbox',
    ),
    room('http', [domain, operations, fairness, ...http], 'http serves all doors and imports none'),
    room('browser', [domain, '^src/http/message\\.ts$'], 'browser has what all pages use'),
    room(
      'observability',
      [domain, operations, ...http],
      'observability records requests and the health of the process',
      '^src/observability/(metrics|request-log|tracing)/',
    ),
    room(
      'observability/request-log',
      [domain, operations, fairness, ...http],
      'the request log records requests for their TPP',
    ),

    {
      name: 'toolkit-knows-only-its-neighbours',
      comment: 'the toolkit is a client: it imports only the domain',
      severity: 'error',
      from: { path: '^packages/toolkit/src/', pathNot: '^packages/toolkit/src/(explain/|facade\\.ts$)' },
      to: { path: '^(src|test|bench|scripts|console)/', pathNot: [domain, packageFolder, operatorFile] },
    },
    {
      name: 'facade-script-ends-with-npm',
      comment: 'npm run facade starts and stops two services',
      severity: 'error',
      from: { path: '^packages/toolkit/src/facade\\.ts$' },
      to: {
        path: '^(src|test|bench|scripts|console)/',
        pathNot: ['^src/process/(launcher|setting-checks|settings)\\.ts$'],
      },
    },
    {
      name: 'explain-knows-only-its-neighbours',
      comment: 'explain uses the checks of the bank',
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
      'metrics for Prometheus',
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
      'tracing gets its data through interfaces of other rooms',
    ),

    {
      name: 'nobody-imports-the-root',
      comment: 'app.ts, main.ts, src/app and src/process import the rooms, and no room imports them',
      severity: 'error',
      from: { path: `^src/(${rooms.join('|')})/` },
      to: { path: '^src/([^/]+\\.ts$|app/|process/)', pathNot: [packageFolder, every, operatorFile] },
    },
    {
      name: 'packages-know-no-service',
      comment: 'the package must work without this repository',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/' },
      to: { path: '^(src|test|bench|scripts|console|examples|packages/toolkit)/' },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'src imports only what a package exports',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^packages/',
        pathNot: ['^packages/[^/]+/src/index\\.ts$', toolkitForTheService, signer],
      },
    },
    {
      name: 'toolkit-beside-the-rooms',
      comment: 'only the process uses the toolkit, for keys and commands',
      severity: 'error',
      from: { path: `^src/(${rooms.join('|')})/` },
      to: { path: '^packages/toolkit/', pathNot: signer },
    },
    {
      name: 'signer-in-upstream-and-notifications-alone',
      comment: 'the service signs only requests to another bank and notifications',
      severity: 'error',
      from: { path: '^src/', pathNot: [upstream, notifications] },
      to: { path: signer },
    },
    {
      name: 'undici-in-remote-calls-and-notifications-alone',
      comment: 'files that call other systems know no transaction',
      severity: 'error',
      from: { path: '^src/', pathNot: [remoteCalls, notifications] },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'banks-behind-their-port',
      comment: 'only app.ts, app/, core.ts and open-banks.ts choose and start a bank',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/bank/', '^src/app(/|\\.ts$)', '^src/core\\.ts$', '^src/process/open-banks\\.ts$'],
      },
      to: { path: '^src/bank/' },
    },
    {
      name: 'simulated-bank-calls-nobody',
      comment: 'the simulated bank and what banks share call no other system',
      severity: 'error',
      from: { path: '^src/bank/', pathNot: [remoteBanks, coreSystem] },
      to: { path: remoteBanks },
    },
    packages('remote-calls', remoteCalls, ['undici', 'zod', 'crypto', 'net']),
    packages('upstream', `${upstream}(?!db/)`, ['zod', 'crypto', 'lru-cache']),
    packages('core', '^src/bank/core/(?!iso20022/|db/)', [
      'zod',
      'crypto',
      'fs',
      'fs/promises',
      'lru-cache',
      'path',
    ]),
    packages('bank', '^src/bank/(?!(upstream|core|core-system|remote-calls|db)/)', []),
    {
      name: 'tracing-when-it-is-wanted',
      comment: 'main loads tracing only if it is switched on; others may import its types',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/observability/tracing/' },
      to: { path: '^src/observability/tracing/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'opentelemetry-in-tracing-alone',
      comment: 'only tracing uses OpenTelemetry',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/observability/tracing/' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    room(
      'identity-provider',
      [domain, operations, operatorFile],
      'PSUs authenticate at an identity provider by OpenID Connect',
      roomStores,
    ),
    {
      name: 'identity-provider-in-the-root-alone',
      comment: 'only the composition root uses the identity provider',
      severity: 'error',
      from: { path: `^src/(${rooms.filter((one) => one !== 'identity-provider').join('|')})/` },
      to: { path: identityProvider },
    },
    packages('identity-provider', `${identityProvider}(?!db/)`, ['openid-client', 'lru-cache', 'crypto']),
    {
      name: 'openid-client-in-identity-provider-alone',
      comment: 'only this room calls a provider, and it knows no transaction',
      severity: 'error',
      from: { path: '^src/', pathNot: identityProvider },
      to: { path: 'node_modules/openid-client/' },
    },
    packages('iso20022', iso20022, ['libxml2-wasm', 'zod', 'decimal.js', 'fs', 'path', 'crypto']),
    {
      name: 'libxml2-in-xml-alone',
      comment: 'one file frees the memory of all XML documents',
      severity: 'error',
      from: { path: '^src/', pathNot: `${iso20022}xml\\.ts$` },
      to: { path: 'node_modules/libxml2-wasm/' },
    },
    {
      name: 'embedded-postgres-in-main-alone',
      comment: 'all other files get the address of a database',
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
      comment: 'except in the page with GraphiQL',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(graphql|pages/explorer)/' },
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
