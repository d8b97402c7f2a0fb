import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/**/*.ts', 'examples/**/*.ts', 'src/console/**/*.{ts,tsx}'],
  ignoreNoDocuments: true,
  emitLegacyCommonJSImports: false,
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { LocalDate: 'string', DateTime: 'string' },
      },
    },
  },
};

export default config;
