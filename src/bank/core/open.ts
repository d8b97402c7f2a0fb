/** Creates the client, messages and outbox of BANK=core. Only BANK=core loads this file, because the XML library takes time to load. */
import type { Instruction } from '../../domain/payments/instruction.ts';
import { products } from '../../domain/payments/products/list.ts';
import type { CallSettings } from '../remote-calls/settings.ts';
import type { CarrierParts } from './carrier.ts';
import { CoreClient, type CoreParts } from './client.ts';
import { pathOfElementsOutsideFields } from './iso20022/element.ts';
import { loadMessages, UnusableSchema } from './iso20022/load-messages.ts';
import type { Messages } from './iso20022/messages.ts';
import { defaultProfileFile, readProfile } from './iso20022/profile.ts';
import { missingSchemaFaults } from './iso20022/schema-files.ts';
import { createOutbox, deleteOldPartialFiles } from './outbox.ts';

export interface CoreFiles {
  /** null: orders are sent to the core. */
  readonly ordersFolder: string | null;
  readonly profileFile: string | null;
  readonly schemaFolder: string | null;
}

/** Each fault names its setting. */
export function openCore(
  settings: CallSettings,
  { ordersFolder, profileFile, schemaFolder }: CoreFiles,
  { newId, ...parts }: CoreParts & { readonly newId: () => string },
): CarrierParts | { readonly faults: readonly string[] } {
  const file = profileFile ?? defaultProfileFile;
  const result = readProfile(file);
  if ('faults' in result) return { faults: [`ISO_PROFILE, ${result.faults.join('; ')}`] };
  const { profile } = result;
  const faultsOfProfile = (faults: readonly string[]) => ({
    faults: [`ISO_PROFILE, ${faults.map((fault) => `${file}: ${fault}`).join('; ')}`],
  });
  const schemaFaults = missingSchemaFaults(profile.products, schemaFolder);
  if (schemaFaults.length > 0) return faultsOfProfile(schemaFaults);
  try {
    const messages = loadMessages(profile, schemaFolder);
    const faults = findExampleFaults(messages);
    if (faults.length > 0) return faultsOfProfile(faults);
    if (ordersFolder !== null) deleteOldPartialFiles(ordersFolder, parts.now());
    const outbox = ordersFolder === null ? null : createOutbox(ordersFolder, newId);
    return { client: new CoreClient(settings, parts), messages, outbox };
  } catch (error) {
    if (error instanceof UnusableSchema) return { faults: [`ISO_SCHEMA_DIR: ${error.message}`] };
    throw error;
  }
}

/**
 * Writes the example payment of each product. Returns only the faults of XML elements whose content comes from the profile and not from
 * a field of the payment, because every order of the product would have these faults.
 */
const findExampleFaults = (messages: Messages): readonly string[] =>
  products.flatMap(({ code, body, example }) =>
    messages
      .findFaults(code, body.parse(example) as Instruction)
      .filter(({ path }) => path === pathOfElementsOutsideFields)
      .map(({ text }) => `products.${code}: the example ${text}`),
  );
