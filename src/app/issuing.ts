/** Making a key and a certificate is expensive, so each TPP may make a limited number per hour, in this process. */
import { LRUCache } from 'lru-cache';
import type { BoundIssuer, CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';

export const certificatesAnHour = 30;
const hourMs = 3_600_000;
const tppsAtMost = 10_000;

export function boundIssuer(issue: CertificateIssuer, clock: () => number): BoundIssuer {
  const hours = new LRUCache<string, { since: number; made: number }>({ max: tppsAtMost });
  return {
    anHour: certificatesAnHour,
    take(tppId) {
      const now = clock();
      const known = hours.get(tppId);
      const hour =
        known && now - known.since < hourMs && now >= known.since ? known : { since: now, made: 0 };
      if (hour.made >= certificatesAnHour) return Math.ceil((hour.since + hourMs - now) / 1_000);
      hour.made += 1;
      hours.set(tppId, hour);
      return null;
    },
    issue,
  };
}
