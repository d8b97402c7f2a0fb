import { type Refusal, refuse } from '../domain/refusal.ts';

const reasons = {
  OVERLOAD: {
    text: 'too many requests are in progress; retry after the seconds in Retry-After',
    retryAfterSeconds: 1,
  },
  DEADLINE: {
    text: 'the request timed out; to get its result, retry with the same X-Request-ID after the seconds in Retry-After',
    retryAfterSeconds: 2,
  },
  STOPPING: {
    text: 'this process is stopping; retry after the seconds in Retry-After',
    retryAfterSeconds: 1,
  },
} as const;

export type Unavailability = keyof typeof reasons;

export const refuseUnavailable = (why: Unavailability): Refusal => refuse('UNAVAILABLE', reasons[why]);
