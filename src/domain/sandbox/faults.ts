/** Failures of the bank that a sandbox simulates when a TPP asks for them. */
import { refuse } from '../refusal.ts';

export const faultHeader = 'X-Sandbox-Fault';
export const faultMsAtMost = 30_000;

const faultStatuses = [429, 500, 503] as const;
type FaultStatus = (typeof faultStatuses)[number];

type FaultEffect =
  | { readonly kind: 'delay' | 'slow-body'; readonly milliseconds: number }
  | { readonly kind: 'status'; readonly status: FaultStatus }
  | { readonly kind: 'cut' | 'cut-body' };

export type SandboxFault = FaultEffect & {
  readonly text: string;
  /**
   * true: the value ends in `;after`, so the bank carries out the request before it plays the fault.
   * false also for `cut-body` and `slow-body`, which change only how the response is sent.
   */
  readonly isAfterOperation: boolean;
};

/** The forms of `X-Sandbox-Fault`, for the documentation. */
export const faultMeanings: readonly { readonly value: string; readonly description: string }[] = [
  {
    value: 'delay=2500',
    description: `The bank waits this many milliseconds, 1 to ${faultMsAtMost}, before it carries out the request.`,
  },
  {
    value: 'delay=2500;after',
    description: 'The bank carries out the request and waits before it responds.',
  },
  {
    value: 'cut',
    description: 'The bank closes the connection without a response. It does not carry out the request.',
  },
  {
    value: 'cut;after',
    description: 'The bank carries out the request and closes the connection without a response.',
  },
  {
    value: 'cut-body',
    description:
      'The bank carries out the request and closes the connection after half of the response body.',
  },
  {
    value: 'slow-body=5000',
    description: `The bank carries out the request and sends the response body in pieces over this many milliseconds, 1 to ${faultMsAtMost}.`,
  },
  {
    value: 'status=503',
    description:
      'The bank refuses the request with this status: 429, 500 or 503. The body has the form of every error. 429 and 503 have Retry-After.',
  },
  {
    value: 'status=503;after',
    description: 'The bank carries out the request and responds with this status.',
  },
];

const timedEffectForm = /^(delay|slow-body)=([1-9]\d{0,4})$/;

function readEffect(text: string): FaultEffect | null {
  if (text === 'cut' || text === 'cut-body') return { kind: text };
  const status = faultStatuses.find((code) => text === `status=${code}`);
  if (status !== undefined) return { kind: 'status', status };
  const [, kind, digits] = timedEffectForm.exec(text) ?? [];
  const milliseconds = Number(digits);
  return kind === undefined || milliseconds > faultMsAtMost
    ? null
    : { kind: kind as 'delay' | 'slow-body', milliseconds };
}

export function readSandboxFault(value: string): SandboxFault | null {
  const [effectText = '', suffix, ...others] = value.split(';').map((part) => part.trim());
  const effect = readEffect(effectText);
  const isSuffixValid = suffix === undefined || suffix === 'after';
  if (effect === null || !isSuffixValid || others.length > 0) return null;
  const isAfterOperation = suffix === 'after';
  // `cut-body` and `slow-body` change only how the response is sent, so `;after` would say nothing.
  if (isAfterOperation && (effect.kind === 'cut-body' || effect.kind === 'slow-body')) return null;
  return { ...effect, isAfterOperation, text: isAfterOperation ? `${effectText};after` : effectText };
}

export const sandboxFaultFormText = `must be one of delay=MS, delay=MS;after, cut, cut;after, cut-body, slow-body=MS, status=${faultStatuses.join('|')}, status=${faultStatuses.join('|')};after, with MS 1 to ${faultMsAtMost}`;

export function requireSandboxFault(value: string): SandboxFault {
  const fault = readSandboxFault(value);
  if (fault === null) throw refuse('FORMAT_ERROR', { path: faultHeader, text: sandboxFaultFormText });
  return fault;
}

/** A TPP may also set a fault for its next requests. The TPP chooses for how many: at most this number. */
export const faultTimesAtMost = 100;
/** Such a fault ends after this time, even if fewer requests have met it. */
export const faultLifeMs = 3_600_000;
