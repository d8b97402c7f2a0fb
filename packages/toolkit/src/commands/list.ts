import type { Command } from '../command/command.ts';
import { approve, cancel } from './approve.ts';
import { certificate } from './certificate.ts';
import { clock } from './clock.ts';
import { completionOf } from './completion.ts';
import { conformance } from './conformance.ts';
import { explain } from './explain.ts';
import { exportSandbox } from './export.ts';
import { flow } from './flow.ts';
import { graphql } from './graphql.ts';
import { listen } from './listen.ts';
import { pay } from './pay.ts';
import { payments } from './payments.ts';
import { send } from './send.ts';
import { curl, sign } from './sign.ts';
import { status } from './status.ts';
import { consoleLink, token } from './token.ts';
import { trigger } from './trigger.ts';

export const commands: readonly Command[] = [
  pay,
  approve,
  cancel,
  status,
  payments,
  clock,
  exportSandbox,
  flow,
  listen,
  trigger,
  certificate,
  sign,
  curl,
  send,
  explain,
  graphql,
  token,
  consoleLink,
  conformance,
  completionOf(() => commands),
];
