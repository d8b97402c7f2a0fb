import { pathOf } from '../play/bodies.ts';
import { customerOf } from '../play/customer.ts';
import { CutOffError, FailedError, RefusedError, requireNoRedirect, UnsendableError } from '../send.ts';
import type { SigningIdentity } from '../sign.ts';
import type { ConformanceCheck, Need, Section } from './check.ts';
import { type ConformanceProbe, createProbe } from './probe.ts';
import { sections } from './sections/list.ts';

export interface ConformanceResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What the bank did, or why the check was skipped; empty if it passed. */
  readonly detail: string;
  readonly milliseconds: number;
}

export interface SectionResult {
  readonly section: string;
  readonly title: string;
  readonly checks: readonly ConformanceResult[];
}

export interface ConformanceReport {
  readonly summary: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly sections: readonly SectionResult[];
  /** What the checks have created, even if they have deleted it; empty if nothing. */
  readonly left: string;
}

export interface ConformanceOptions {
  readonly base: string;
  readonly identity: SigningIdentity;
  /** A second TPP, which must not see the data of the first. */
  readonly other?: SigningIdentity | null;
  readonly sandbox?: boolean;
  /** A section, or a group: `4` means 4.1 to 4.8. */
  readonly only?: string | undefined;
  readonly onSection?: (result: SectionResult) => void;
}

/** The section of that number, or the sections of that group; all sections without `only`. */
export function sectionsNamed(only: string | undefined): readonly Section[] {
  return only === undefined
    ? sections
    : sections.filter(({ section }) => section === only || section.startsWith(`${only}.`));
}

export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { base, identity, other = null, sandbox = false, only, onSection = () => undefined } = options;
  // The first request throws if the service does not answer, `requireNoRedirect` if the service is at another address.
  const path = `${pathOf('domestic')}/none/status`;
  const first = await createProbe({ base, identity, other, payer: null }).ask(null, 'GET', path);
  requireNoRedirect(first, `${base}${path}`);
  // If the bank refuses to list the customers, the checks that read customers fail and report it.
  const payer = sandbox ? await customerOf({ base, identity }).catch(() => null) : null;
  const probe = createProbe({ base, identity, other, payer });
  const capabilities = { sandbox, payer: payer !== null, other: other !== null };
  const results: SectionResult[] = [];
  for (const { section, title, checks } of sectionsNamed(only)) {
    const checkResults: ConformanceResult[] = [];
    for (const one of checks) checkResults.push(await resultOf(one, probe, capabilities));
    const result = { section, title, checks: checkResults };
    results.push(result);
    onSection(result);
  }
  const count = (outcome: ConformanceResult['outcome']) =>
    results.flatMap(({ checks }) => checks).filter((one) => one.outcome === outcome).length;
  return {
    summary: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    sections: results,
    left: probe.created(),
  };
}

const skipReasons: Readonly<Record<Need, string>> = {
  sandbox: 'needs --sandbox: only a sandbox offers it',
  payer: 'needs --sandbox, and a private customer with an account there',
  other: 'needs a second TPP: --other-certificate and --other-key',
};

async function resultOf(
  { name, need, run }: ConformanceCheck,
  probe: ConformanceProbe,
  capabilities: Readonly<Record<Need, boolean>>,
): Promise<ConformanceResult> {
  if (need !== null && !capabilities[need])
    return { name, outcome: 'skipped', detail: skipReasons[need], milliseconds: 0 };
  const startMs = performance.now();
  const failure = await run(probe).then(() => null, failureIn);
  const milliseconds = Math.round(performance.now() - startMs);
  const outcome = failure === null ? 'passed' : 'failed';
  return { name, outcome, detail: failure?.message ?? '', milliseconds };
}

/** A check fails at a wrong response, a link that Node does not send, a connection that ends early, or a page that fails. */
const failureClasses = [RefusedError, UnsendableError, CutOffError, FailedError];

function failureIn(error: unknown): Error {
  if (failureClasses.some((failureClass) => error instanceof failureClass)) return error as Error;
  throw error;
}
