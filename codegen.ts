import type { CodegenConfig } from '@graphql-codegen/cli';

const client = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
} as const;
const settings = {
  documentMode: 'string',
  useTypeImports: true,
  enumsAsTypes: true,
  scalars: { LocalDate: 'string', DateTime: 'string' },
};

const config: CodegenConfig = {
  schema: 'schema.graphql',
  ignoreNoDocuments: true,
  emitLegacyCommonJSImports: false,
  generates: {
    'src/generated/': {
      ...client,
      // All of the tests' typed documents: to look for them in every test takes longer than all the rest.
      documents: ['test/support/documents.ts'],
      config: settings,
    },
    // A folder to copy: it stands alone, and holds the types of its own documents only.
    'examples/graphql/generated/': {
      ...client,
      documents: ['examples/graphql/*.ts'],
      config: { ...settings, onlyOperationTypes: true },
    },
    // Every screen keeps its documents in a file of its own beside it.
    'console/generated/': {
      ...client,
      documents: ['console/**/*.graphql'],
      config: { ...settings, onlyOperationTypes: true },
    },
  },
};

export default config;
