/** Faults of the settings of PostgreSQL that are valid by themselves but not together. */

/** The settings that are looked at here. */
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

/** A pooler needs an external database, and a second address for what cannot go through it. */
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

/** Commits wait for a replica by a setting of the session, which poolers lose. */
function replicaFaults(values: DatabaseValues): readonly string[] {
  if (values.DATABASE_READ_URL === undefined) return [];
  return [
    ...(values.DATABASE_URL === undefined ? ['DATABASE_READ_URL needs DATABASE_URL'] : []),
    ...(values.DATABASE_POOLER === 'none' ? [] : ['DATABASE_READ_URL needs DATABASE_POOLER=none']),
  ];
}
