/** In the order of help. */
import type { Command } from '../command/command.ts';
import { certificate } from './certificate.ts';
import { completionOf } from './completion.ts';
import { conformance } from './conformance.ts';
import { explain } from './explain.ts';
import { flow } from './flow.ts';
import { graphql, token } from './graphql.ts';
import { listen } from './listen.ts';
import { pay } from './pay.ts';
import { send } from './send.ts';
import { curl, sign } from './sign.ts';
import { status } from './status.ts';
import { trigger } from './trigger.ts';

export const commands: readonly Command[] = [
  pay,
  flow,
  status,
  listen,
  trigger,
  certificate,
  sign,
  curl,
  send,
  explain,
  graphql,
  token,
  conformance,
  completionOf(() => commands),
];
