/** The scalars for dates and times. They accept the years 0001 to 9999, which the database can store. */
import { GraphQLScalarType } from 'graphql';
import { DateTimeISOResolver, LocalDateResolver } from 'graphql-scalars';
import { instantText, parseIsoDate } from '../../domain/values/iso-date.ts';

const rfc3339 = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

/** Makes a scalar from one of graphql-scalars, with another description and an additional check of its input. */
function checkedScalar<Internal, External>(
  config: ReturnType<GraphQLScalarType<Internal, External>['toConfig']>,
  description: string,
  isAllowed: (value: Internal) => boolean,
): GraphQLScalarType<Internal, External> {
  const check = (value: Internal): Internal => {
    if (isAllowed(value)) return value;
    throw new TypeError(`${config.name} cannot represent a time outside the years 0001 to 9999`);
  };
  return new GraphQLScalarType({
    ...config,
    description,
    specifiedByURL: rfc3339,
    parseValue: (value) => check(config.parseValue(value)),
    parseLiteral: (node, variables) => check(config.parseLiteral(node, variables)),
  });
}

export const LocalDate = checkedScalar(
  LocalDateResolver.toConfig(),
  'A calendar day, `full-date` of RFC 3339, such as 2026-01-31. It has no time and no time zone.',
  (day) => parseIsoDate(day) !== null,
);

function writeInstant(value: unknown): string {
  if (typeof value === 'number') return instantText(value);
  throw new TypeError('a DateTime in a response must be epoch milliseconds');
}

export const DateTime = checkedScalar(
  { ...DateTimeISOResolver.toConfig(), serialize: writeInstant },
  'A moment, `date-time` of RFC 3339. Responses are in UTC with milliseconds, such as 2026-01-31T09:30:00.000Z; input may have another offset.',
  (instant) => {
    const year = instant.getUTCFullYear();
    return year >= 1 && year <= 9_999;
  },
);
