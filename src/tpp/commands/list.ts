/** All commands, in the order of help. */
import type { Command } from '../command/command.ts';
import { certificate } from './certificate.ts';
import { explain } from './explain.ts';
import { graphql, token } from './graphql.ts';
import { pay } from './pay.ts';
import { send } from './send.ts';
import { curl, sign } from './sign.ts';
import { status } from './status.ts';

export const commands: readonly Command[] = [
  pay,
  status,
  certificate,
  sign,
  curl,
  send,
  graphql,
  token,
  explain,
];
