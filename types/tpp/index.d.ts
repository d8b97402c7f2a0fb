/**
 * The toolkit as a library, `import { … } from 'psd2-bank/tpp'`: what the commands do, as functions with types. It is built
 * with the service; its types are published in types/ by npm run generate.
 */
export { type BadKind, badKinds, issueBadCertificate } from './bad-certificates.js';
export { type AuthorityOptions, createAuthority, type IssueOptions, issueCertificate, type KeyAndCertificate, newPrivateKey, type Role, } from './certificates.js';
export { type ReportKind, reported } from './conformance/report.js';
export { type CheckResult, type ConformanceOptions, type ConformanceReport, runConformance, type SectionResult, } from './conformance/run.js';
export { curlOf } from './curl.js';
export { type ExplainedFault, type ExplainOptions, type Explanation, explainRequest, type RequestToExplain, } from './explain/explain.js';
export { readRequest } from './explain/read-request.js';
export { type ListenOptions, ListenRefused, listen, type StatusNews } from './listen.js';
export { type Flow, type FlowOptions, playFlow } from './play/flow.js';
export { type FlowProduct, flowProducts, type ScenarioOutline, scenarioList } from './play/outlines.js';
export { type PlayerOptions, type Step, StoryError } from './play/player.js';
export { type Played, playScenario } from './play/scenario.js';
export { type Answer, send, sendSigned, UnreachableError } from './send.js';
export { digestOf, type Identity, keyIdOf, type SignOptions, signingStringOf, signRequest, type TextRequest, type Unsigned, writtenHeaders, } from './sign.js';
