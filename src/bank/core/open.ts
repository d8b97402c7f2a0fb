/** Opens all that is needed to have a core system behind the service. Loaded where BANK asks for it alone: XML takes time. */
import type { CallSettings } from '../remote-calls/settings.ts';
import type { Outbox } from './carrier.ts';
import { type CoreClient, type CoreParts, createCoreClient } from './client.ts';
import { loadMessages } from './iso20022/load-messages.ts';
import type { Messages } from './iso20022/messages.ts';
import { readProfile, profileFile as usualProfile } from './iso20022/profile.ts';
import { createOutbox } from './outbox.ts';

export interface CoreFiles {
  /** Takes orders instead of the core; null: they are sent. */
  readonly ordersFolder: string | null;
  readonly profileFile: string | null;
  readonly schemaFolder: string | null;
}

export interface OpenCore {
  readonly client: CoreClient;
  readonly messages: Messages;
  readonly outbox: Outbox | null;
}

export async function openCoreBehind(
  settings: CallSettings,
  { ordersFolder, profileFile, schemaFolder }: CoreFiles,
  parts: CoreParts,
): Promise<OpenCore | { readonly faults: readonly string[] }> {
  const read = readProfile(profileFile ?? usualProfile);
  if ('faults' in read) return read;
  const messages = await loadMessages({ profile: read.profile, schemaFolder });
  const outbox = ordersFolder === null ? null : createOutbox(ordersFolder);
  return { client: createCoreClient(settings, parts), messages, outbox };
}
