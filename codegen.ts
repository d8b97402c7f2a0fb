import type { CodegenConfig } from '@graphql-codegen/cli';

const client = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
} as const;
const settings = {
  documentMode: 'string',
  useTypeImports: true,
  enumsAsTypes: true,
  // The types of what its documents use, and no others.
  onlyOperationTypes: true,
  scalars: { LocalDate: 'string', DateTime: 'string' },
};

const config: CodegenConfig = {
  schema: 'schema.graphql',
  ignoreNoDocuments: true,
  emitLegacyCommonJSImports: false,
  generates: {
    // A folder to copy: it stands alone.
    'examples/graphql/generated/': {
      ...client,
      documents: ['examples/graphql/*.ts'],
      config: settings,
    },
    // Every screen keeps its documents in a file of its own beside it.
    'console/generated/': {
      ...client,
      documents: ['console/**/*.graphql'],
      config: settings,
    },
  },
};

export default config;
