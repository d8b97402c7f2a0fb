/** Types of the used part of oidc-provider, which has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    addRar(detail: unknown): void;
    readonly rar?: readonly unknown[];
    save(): Promise<string>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly uid: string; readonly params: Readonly<Record<string, string | undefined>> }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
    readonly Grant: new (of: {
      readonly accountId: string;
      readonly clientId: string;
    }) => Grant;
    on(event: string, listener: (...given: unknown[]) => void): void;
  }
}
