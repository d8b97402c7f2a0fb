import { products } from '../../src/domain/payments/products/list.ts';
import { templateOf } from '../../src/rest/openapi/parameters.ts';
import { tagOf, tags } from '../../src/rest/openapi/texts.ts';
import { successResponsesOf } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { headerSection } from './headers.ts';
import { code, head, table } from './markdown.ts';

export function routesMarkdown(): string {
  return [
    head(
      'Routes',
      'src/rest/routes.ts',
      'Every REST path. [headers.md](headers.md) lists the headers of each kind of request.',
      '',
      'A running service describes all fields, bounds, examples and errors at `GET /docs` and `GET /openapi.json`.',
      'A sandbox has the GraphQL schema at `GET /schema.graphql`. `GET /releases.atom` lists the changes of each release.',
    ),
    ...tags.map(({ name, 'x-displayName': title, description }) =>
      [`## ${title}`, '', description, '', rowsOf(name)].join('\n'),
    ),
    '## Products',
    '',
    table(
      ['Service', 'Product', 'Code', 'What it is'],
      products.map((product) => [
        code(product.service),
        code(product.name),
        product.code,
        product.description,
      ]),
    ),
  ].join('\n');
}

function rowsOf(tag: string): string {
  return table(
    ['Method', 'Path', 'Success', 'Headers', 'Operation', 'What it does'],
    routes
      .filter((row) => tagOf(row) === tag)
      .map((row) => [
        row.method,
        code(templateOf(row.path)),
        successResponsesOf(row)
          .map(({ successStatus }) => successStatus)
          .sort()
          .join(' or '),
        headerSection(row),
        code(row.operation.name),
        row.summary,
      ]),
  );
}
