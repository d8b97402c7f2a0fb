interface DatabaseValues {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_POOLER: 'none' | 'transaction';
  readonly DATABASE_DIRECT_URL?: string | undefined;
  readonly DATABASE_READ_URL?: string | undefined;
}

export const databaseFaults = (values: DatabaseValues): readonly string[] => [
  ...poolerFaults(values),
  ...replicaFaults(values),
];

/** A pooler needs DATABASE_URL, and a direct address for connections that cannot go through the pooler. */
function poolerFaults(values: DatabaseValues): readonly string[] {
  if (values.DATABASE_POOLER === 'none')
    return values.DATABASE_DIRECT_URL === undefined
      ? []
      : ['DATABASE_DIRECT_URL needs DATABASE_POOLER=transaction'];
  const missingSettings = (['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).filter(
    (name) => values[name] === undefined,
  );
  return missingSettings.length === 0
    ? []
    : [`DATABASE_POOLER=transaction needs ${missingSettings.join(' and ')}`];
}

/** A replica needs DATABASE_URL, and no pooler: poolers lose the setting that makes commits wait for the replica. */
function replicaFaults(values: DatabaseValues): readonly string[] {
  if (values.DATABASE_READ_URL === undefined) return [];
  return [
    ...(values.DATABASE_URL === undefined ? ['DATABASE_READ_URL needs DATABASE_URL'] : []),
    ...(values.DATABASE_POOLER === 'none' ? [] : ['DATABASE_READ_URL needs DATABASE_POOLER=none']),
  ];
}
