/** Why a request is refused with 503 whatever it asks for. */
import { type Refusal, refuse } from '../domain/refusal.ts';

const reasons = {
  OVERLOAD: { text: 'too many requests are under way; try again after Retry-After', retryAfterSeconds: 1 },
  DEADLINE: {
    text: 'the request timed out; retry with the same X-Request-ID after Retry-After to get its result',
    retryAfterSeconds: 2,
  },
  STOPPING: { text: 'this process is stopping; try again after Retry-After', retryAfterSeconds: 1 },
} as const;

export type Unavailability = keyof typeof reasons;

export const unavailable = (why: Unavailability): Refusal => refuse('UNAVAILABLE', reasons[why]);
