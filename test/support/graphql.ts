/** GraphQL requests of many tests: mutations by their name, and requests without a signature. */
import type { Answer, Bank, Tpp } from './bank.ts';

type Headers = Readonly<Record<string, string>>;

/** The document of the mutation, with its input as the variable `input`. */
export function mutationOf(name: string, selection: string): string {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return `mutation M($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
}

/** Returns the payload of the mutation. */
export async function mutate(
  tpp: Tpp,
  name: string,
  input: object,
  selection: string,
  headers: Headers = {},
) {
  const { data, text } = await tpp.graphqlRaw(mutationOf(name, selection), { input }, { headers });
  if (!data?.[name]) throw new Error(text);
  return data[name];
}

export const newConsoleToken = async (tpp: Tpp): Promise<string> =>
  (await mutate(tpp, 'createConsoleToken', {}, 'token')).token;

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Without a signature: with the credential in the headers, or with none. */
export async function sendUnsigned(
  on: Pick<Bank, 'fetch'>,
  query: string,
  credential: Headers = {},
  variables?: object,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...credential };
  const body = JSON.stringify({ query, variables });
  return answerOf(await on.fetch('/graphql', { method: 'POST', headers, body }));
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: JSON.parse(text) };
}
