import type { CodegenConfig } from '@graphql-codegen/cli';
import { preset } from '@graphql-codegen/client-preset';

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

/** The console imports its documents by name, so it needs only their file. schema.graphql has the descriptions. */
const documentsOnly: typeof preset = {
  ...preset,
  async buildGeneratesSection(options) {
    const files = await preset.buildGeneratesSection(options);
    return files
      .filter(({ filename }) => filename.endsWith('/graphql.ts'))
      .map((file) => ({
        ...file,
        config: { ...file.config, pureMagicComment: true, disableDescriptions: true },
      }));
  },
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
      preset: documentsOnly,
      documents: ['console/**/*.graphql'],
      config: settings,
    },
  },
};

export default config;
