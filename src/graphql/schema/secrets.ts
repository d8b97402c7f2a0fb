import type { Types } from './builder.ts';

/** A field with a secret, which the request log hides. Tests find these fields by the extension `secret`. */
export const secretField = <Source>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Source>,
  description: string,
  secretOf: (source: Source) => string | null,
) =>
  t.string({
    nullable: true,
    description,
    extensions: { secret: true },
    resolve(source, _, { exchange }) {
      const secret = secretOf(source);
      if (secret !== null) exchange.http.trace.secrets.push(secret);
      return secret;
    },
  });
