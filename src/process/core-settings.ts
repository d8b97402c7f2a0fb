import { z } from 'zod';
import { integer, remoteBaseUrl } from './setting-checks.ts';

export const coreSettings = {
  /** With BANK=core: URL of the core system, with its base path. */
  CORE_URL: remoteBaseUrl.optional(),
  /** With BANK=core: file of the private key of the TLS client, PEM. */
  CORE_KEY: z.string().min(1).optional(),
  /** With BANK=core: file of the certificate of that key, PEM. */
  CORE_CERTIFICATE: z.string().min(1).optional(),
  /** With BANK=core: PEM file of CA certificates trusted for TLS to the core system. Default: the CAs of Node. */
  CORE_CA: z.string().min(1).optional(),
  /** Timeout of a call to the core system, in seconds; less than REQUEST_DEADLINE. */
  CORE_TIMEOUT: integer(1, 60, 'seconds').default(8),
  /** With BANK=core: folder to which the service writes orders instead of sending them to the core system. */
  ORDERS_DIR: z.string().min(1).optional(),
  /** With BANK=core: JSON file with the ISO 20022 profile of the bank. Default: ops/iso20022/profile.json. */
  ISO_PROFILE: z.string().min(1).optional(),
  /** With BANK=core: folder of published XML schemas, which validate messages in addition to those of this service. */
  ISO_SCHEMA_DIR: z.string().min(1).optional(),
} as const;
