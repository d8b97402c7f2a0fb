interface IdentityValues {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_KEY?: string | undefined;
  readonly OIDC_ACR?: string | undefined;
  readonly OIDC_CUSTOMER_CLAIM: string;
  readonly REQUEST_DEADLINE: number;
  readonly BANK?: string | undefined;
}

/** Timeout of a call to the identity provider. */
const providerTimeoutSeconds = 5;
const requiredNames = ['OIDC_CLIENT_ID', 'OIDC_KEY', 'OIDC_ACR'] as const;

/** `identityFaults` has required the values that have no default. */
export const identityProviderSettings = (values: IdentityValues, issuer: string) => ({
  issuer,
  timeoutMs: providerTimeoutSeconds * 1_000,
  clientId: values.OIDC_CLIENT_ID ?? '',
  keyFile: values.OIDC_KEY ?? '',
  acrValues: (values.OIDC_ACR ?? '').trim().split(/\s+/),
  customerClaim: values.OIDC_CUSTOMER_CLAIM,
});

/** Finds settings of the identity provider that are missing, unused, or cannot be combined with others. */
export function identityFaults(values: IdentityValues): readonly string[] {
  if (values.OIDC_ISSUER === undefined) {
    const unusedNames = requiredNames.filter((name) => values[name] !== undefined);
    return unusedNames.map((name) => `${name} needs OIDC_ISSUER`);
  }
  const missingNames = requiredNames.filter((name) => values[name] === undefined);
  return [
    ...(missingNames.length === 0 ? [] : [`OIDC_ISSUER needs ${missingNames.join(' and ')}`]),
    ...(values.REQUEST_DEADLINE > providerTimeoutSeconds
      ? []
      : [`OIDC_ISSUER needs a REQUEST_DEADLINE above ${providerTimeoutSeconds}`]),
    ...(values.BANK === 'upstream'
      ? ['OIDC_ISSUER cannot be used with BANK=upstream, which authenticates its PSUs itself']
      : []),
  ];
}
