/**
 * The TPP's command line, `npm run tpp -- <command>`: signs, sends and explains requests to a running service. A process of
 * its own: it knows the service by its address alone. Exit codes: 0, 1 when the service refused, 2 for a mistake in the call.
 */
import { realpathSync } from 'node:fs';
import { readEnvFile } from './address.ts';
import { commands, type Output } from './commands.ts';
import { createContext, readArguments, UsageError } from './context.ts';
import { UnreachableError } from './send.ts';

const help = `npm run tpp -- <command> [options]

Commands
  pay                          sign and send an instant payment
  status <paymentId>           read the status of a payment
  send <METHOD> <path>         sign and send any request
  graphql <document | @file>   sign and send a GraphQL document
  token                        make a console token, for GraphQL clients that cannot sign
  explain <METHOD> <path>      show the signing string and its parts, without sending;
                               with --header 'Signature: …' those of a request that exists
  curl <METHOD> <path>         print the signed request as a curl command
  new <name>                   make, or renew, key and certificate of another TPP of the sandbox

Options of pay
  --amount 125.50              in NOK
  --creditor 86011117947       account of the creditor
  --debtor 95360573002         account of the debtor
  --text 'Lunch'               message to the creditor; the time when absent, so that no two are alike
  --psu-id <uuid>              another PSU than the one that the TPP always acts for

Options of send, graphql, explain and curl
  --body '{…}' | @file         the body
  --variables '{…}' | @file    variables of the GraphQL document
  --header 'Name: value'       a further header; may stand several times
  --psu                        add the headers of a PSU for single SCA (pay does so by itself);
                               --psu-id <uuid> does the same for another PSU
  --wrap plain | B | Q         form of the Signature header: plain, or encoded as RFC 2047 has it

Options of new
  --id PSDNO-FSA-ACME          organizationIdentifier; made of the name when absent
  --roles PSP_PI,PSP_AI        PSD2 roles of the certificate

Who signs, and where to
  --as <name>                  a TPP made by new; the demo TPP when absent
  --certificate, --key         PEM files of any TPP
  --url http://localhost:4000  the service; when absent, PUBLIC_URL or PORT of the environment or of .env, as the service
                               itself reads them. Keys lie in DATA_DIR/tpp
`;

/** Runs one command line. */
export async function main(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  try {
    const { values, positionals } = readArguments(args);
    const [name, ...words] = positionals;
    if (values.help || name === undefined) {
      output.print(help);
      return values.help ? 0 : 2;
    }
    const command = commands.get(name);
    if (command === undefined)
      throw new UsageError(`There is no command '${name}'; see npm run tpp -- --help.`);
    return await command(createContext(values, env), output, ...words);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof UnreachableError)) throw error;
    output.note(error.message);
    return 2;
  }
}

/** Whether this file is what node was started with. */
if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1])) {
  readEnvFile();
  process.exitCode = await main(process.argv.slice(2), process.env, {
    print: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
  });
}
