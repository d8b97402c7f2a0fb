/** An id of another TPP gets the same text as an id that does not exist. */
import { refuse } from '../../domain/refusal.ts';

const resourceNames = {
  customerId: 'customer',
  customerNumber: 'customer',
  owner: 'customer',
  resourceId: 'account',
  agreementId: 'agreement',
  engagementId: 'engagement',
} as const;

export function throwUnknownId(field: keyof typeof resourceNames, path: string = field): never {
  throw refuse('RESOURCE_UNKNOWN', { path, text: `the sandbox has no such ${resourceNames[field]}` });
}
