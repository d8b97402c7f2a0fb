export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
export { EmbeddedPostgresError } from './error.ts';
export type { Wording } from './wording.ts';
