/** Loaded only for BANK=core, because XML takes time to load. */
import type { Instruction } from '../../domain/payments/instruction.ts';
import { products } from '../../domain/payments/products/list.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { Outbox } from './carrier.ts';
import { type CoreClient, type CoreParts, createCoreClient } from './client.ts';
import { loadMessages } from './iso20022/load-messages.ts';
import type { Messages } from './iso20022/messages.ts';
import { defaultProfileFile, readProfile } from './iso20022/profile.ts';
import { missingSchemas } from './iso20022/schema-files.ts';
import { createOutbox } from './outbox.ts';

export interface CoreFiles {
  /** Orders are written here instead of being sent; null: they are sent. */
  readonly ordersFolder: string | null;
  readonly profileFile: string | null;
  readonly schemaFolder: string | null;
}

export interface OpenCore {
  readonly client: CoreClient;
  readonly messages: Messages;
  readonly outbox: Outbox | null;
}

export function openCoreBehind(
  settings: CallSettings,
  { ordersFolder, profileFile, schemaFolder }: CoreFiles,
  parts: CoreParts,
): OpenCore | { readonly faults: readonly string[] } {
  const path = profileFile ?? defaultProfileFile;
  const reading = readProfile(path);
  if ('faults' in reading) return reading;
  const { profile } = reading;
  const schemaFaults = missingSchemas(profile, schemaFolder);
  if (schemaFaults.length > 0) return { faults: schemaFaults.map((fault) => `${path}: ${fault}`) };
  const messages = loadMessages({ profile, schemaFolder });
  const faults = contradictions(messages);
  if (faults.length > 0) return { faults: faults.map((fault) => `${path}: ${fault}`) };
  const outbox = ordersFolder === null ? null : createOutbox(ordersFolder);
  return { client: createCoreClient(settings, parts), messages, outbox };
}

/** Products whose orders no schema accepts, whatever the payment: the profile contradicts the schema. */
const contradictions = (messages: Messages): readonly string[] =>
  products.flatMap(({ code, body, example }) =>
    messages
      .faults(code, body.parse(example) as Instruction)
      .flatMap(({ path, text }) => (path === 'body' ? [`products.${code}: the example ${text}`] : [])),
  );
