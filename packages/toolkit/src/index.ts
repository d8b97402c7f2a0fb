export { type BadKind, badKinds, issueBadCertificate } from './bad-certificates.ts';
export {
  type AuthorityOptions,
  createAuthority,
  type IssueOptions,
  issueCertificate,
  type KeyAndCertificate,
  newPrivateKey,
  type Role,
} from './certificates.ts';
export { type ReportKind, reported } from './conformance/report.ts';
export {
  type ConformanceOptions,
  type ConformanceReport,
  type ConformanceResult as CheckResult,
  runConformance,
  type SectionResult,
} from './conformance/run.ts';
export { curlOf } from './curl.ts';
export {
  type ExplainedFault,
  type ExplainOptions,
  type Explanation,
  explainRequest,
} from './explain/explain.ts';
export { readRequest } from './explain/read-request.ts';
export type { RequestToExplain } from './explain/request.ts';
export { type ListenOptions, listen, type StatusNews } from './listen.ts';
export { ListenRefused } from './listen-reading.ts';
export { customerOf, type PlayCustomer } from './play/customer.ts';
export { type Flow, type FlowOptions, playFlow } from './play/flow.ts';
export { type FlowProduct, flowProducts, type ScenarioOutline, scenarioList } from './play/outlines.ts';
export { type PlayerOptions, type Step, StoryError } from './play/player.ts';
export { type Played, playScenario } from './play/scenario.ts';
export { type Answer, send, sendSigned, UnreachableError, UnsendableError } from './send.ts';
export {
  digestOf,
  keyIdOf,
  type SigningIdentity as Identity,
  type SignOptions,
  signingStringOf,
  signRequest,
  type TextRequest,
  type Unsigned,
  writtenHeaders,
} from './sign.ts';
export { verifyWebhook, webhookSignature } from './webhook.ts';
