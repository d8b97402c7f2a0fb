/** The stages of a request, in the order of its checks. */
export const stageMeanings = {
  REQUEST: 'Request: method, path, size, media types.',
  HEADERS: 'Headers: the required ones are present, and all are well formed.',
  SIGNATURE: 'Signature: certificate, signature, digest and role, or the console token.',
  REQUEST_ID:
    'Request id: whether the X-Request-ID was used before, and whether the TPP keeps to its rate limit.',
  QUERY: 'Query: query parameters and product, or the GraphQL document.',
  BODY: 'Body: its fields, or the variables and the input of GraphQL.',
  PSU_SESSION: 'PSU session: whether the PSU has logged in.',
  RULES: 'Rules: the rules of the bank, and the operation itself.',
} as const;

export type Stage = keyof typeof stageMeanings;

export const stages = Object.keys(stageMeanings) as readonly Stage[];

/** A request may return to an earlier stage: each mutation in GraphQL enters BODY again. */
export interface StageWatch {
  enter(stage: Stage): void;
}
