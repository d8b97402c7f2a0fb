import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/db/tables/*.ts', './src/bank/*/db/table*.ts'],
  out: './drizzle',
});
