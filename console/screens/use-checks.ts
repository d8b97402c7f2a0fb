import {
  CheckBulkDocument,
  CheckCrossBorderDocument,
  CheckDomesticDocument,
  CheckInstantDocument,
  CheckPeriodicDocument,
  CheckSepaDocument,
  type MessageFragment,
  type TypedDocumentString,
} from '../generated/graphql.ts';
import { useRead, useSettled } from '../hooks.ts';
import type { Body, Form } from '../parts/form.ts';
import { inputOf, messagesOf } from './use-creation.ts';

type Document = TypedDocumentString<
  { readonly messages: readonly MessageFragment[] },
  { readonly input: never }
>;

const documents = {
  createInstantPayment: CheckInstantDocument,
  createDomesticPayment: CheckDomesticDocument,
  createCrossBorderPayment: CheckCrossBorderDocument,
  createSepaPayment: CheckSepaDocument,
  createPeriodicPayment: CheckPeriodicDocument,
  createBulkPayment: CheckBulkDocument,
} as unknown as Readonly<Record<Form['mutation'], Document>>;

/** null: the bank has not checked the form. */
export function useChecks(form: Form, body: Body, preset: Body): readonly MessageFragment[] | null {
  const text = useSettled(JSON.stringify(body), 300);
  const isEmpty = text === JSON.stringify(preset);
  const input = inputOf(form, JSON.parse(text));
  const { data, error } = useRead(
    documents[form.mutation] as Document,
    { input: input as never },
    { pause: isEmpty },
  );
  if (isEmpty) return null;
  return data?.messages ?? (error && !error.networkError ? messagesOf(error) : null);
}
