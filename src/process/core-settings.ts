import { z } from 'zod';
import { integer, remoteBaseUrl } from './setting-checks.ts';

export const coreSettings = {
  CORE_URL: {
    check: remoteBaseUrl.optional(),
    about: 'With BANK=core: URL of the core system, with its base path.',
  },
  CORE_KEY: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: file of the private key of the TLS client, PEM.',
  },
  CORE_CERTIFICATE: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: file of the certificate of that key, PEM.',
  },
  CORE_CA: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: PEM file of trusted CA certificates for its TLS. Default: the CAs of Node.',
  },
  CORE_TIMEOUT: {
    check: integer(1, 60, 'seconds').default(8),
    about: 'Timeout of a call to the core system, in seconds; less than REQUEST_DEADLINE.',
  },
  ORDERS_DIR: {
    check: z.string().min(1).optional(),
    about:
      'With BANK=core: folder to which the service writes orders instead of sending them to the core system.',
  },
  ISO_PROFILE: {
    check: z.string().min(1).optional(),
    about:
      'With BANK=core: JSON file with the ISO 20022 profile of the bank. Default: ops/iso20022/profile.json.',
  },
  ISO_SCHEMA_DIR: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: folder of published schemas, by which messages are validated in addition.',
  },
} as const;
