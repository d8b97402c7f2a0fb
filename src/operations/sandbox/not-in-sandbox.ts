/**
 * The refusal of an id that names nothing in this TPP's sandbox: what belongs to another TPP is refused in
 * the same words.
 */
import { refuse } from '../../domain/refusal.ts';

const what = {
  customerId: 'customer',
  customerNumber: 'customer',
  owner: 'customer',
  resourceId: 'account',
  mockAgreementId: 'agreement',
  engagementId: 'engagement',
} as const;

/** The same text for an id of another TPP. */
export function notInSandbox(name: keyof typeof what, path: string = name): never {
  throw refuse('RESOURCE_UNKNOWN', { path, text: `the sandbox has no such ${what[name]}` });
}
