/** Settings of BANK=core: where the core system is, and how its orders are written. */
import { z } from 'zod';
import { elsewhereUrl, whole } from './setting-checks.ts';

export const coreSettings = {
  CORE_URL: { check: elsewhereUrl.optional(), about: 'With BANK=core: its address, with a base path.' },
  CORE_KEY: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: file of the private key that is shown to it in TLS, PEM.',
  },
  CORE_CERTIFICATE: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: file of the certificate of that key, PEM.',
  },
  CORE_CA: {
    check: z.string().min(1).optional(),
    about:
      "With BANK=core: PEM file of CA certificates that the core's TLS is trusted by; Node's own when unset.",
  },
  CORE_TIMEOUT: {
    check: whole(1, 60, 'seconds').default(8),
    about: 'Seconds after which a call to the core system is given up; less than REQUEST_DEADLINE.',
  },
  ORDERS_DIR: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: folder into which orders are written, instead of sending them to the core.',
  },
  ISO_PROFILE: {
    check: z.string().min(1).optional(),
    about:
      'With BANK=core: how the bank wants its orders in ISO 20022, JSON; ops/iso20022/profile.json when unset.',
  },
  ISO_SCHEMA_DIR: {
    check: z.string().min(1).optional(),
    about: 'With BANK=core: folder of published schemas by which messages are judged as well.',
  },
} as const;
