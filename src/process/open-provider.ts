import type { ProviderConnection } from '../app/bank.ts';
import { ConfigError } from '../config.ts';
import type { ProviderParts } from '../identity-provider/provider.ts';
import { type ProviderConfig, readProviderSettings } from '../identity-provider/settings.ts';
import type { Logs } from './log.ts';

export async function openProvider(config: ProviderConfig, logs: Logs): Promise<ProviderConnection> {
  const result = readProviderSettings(config);
  if ('faults' in result) throw new ConfigError(result.faults);
  // Imported lazily: only a service with OIDC_ISSUER needs its libraries.
  const { createIdentityProvider } = await import('../identity-provider/provider.ts');
  const onUnavailable: ProviderParts['onUnavailable'] = ({ detail, needsOperator }) =>
    logs.warn(
      needsOperator
        ? 'the identity provider cannot be used until an operator corrects the fault'
        : 'the identity provider does not answer',
      { detail },
    );
  return {
    connect: (returnAddress) => createIdentityProvider(result.settings, { returnAddress, onUnavailable }),
    onFailedCheck: (failure) =>
      logs.warn('a response of the identity provider failed a check', { ...failure }),
  };
}
