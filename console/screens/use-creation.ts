import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { typed } from '../client.ts';
import { useReport } from '../failed-act.tsx';
import {
  CreateBulkDocument,
  CreateCrossBorderDocument,
  CreateDomesticDocument,
  CreateInstantDocument,
  CreatePeriodicDocument,
  CreateSepaDocument,
  type MessageFragment,
  type TypedDocumentString,
} from '../generated/graphql.ts';
import type { Form } from '../parts/form.ts';

export interface CreationAnswer {
  /** null: the bank refused the payment; undefined: the bank did not carry out the request. */
  readonly payment?: { readonly paymentId: string } | null;
  readonly tppMessages: readonly MessageFragment[];
}

type Document = TypedDocumentString<{ readonly answer: CreationAnswer }, { readonly input: never }>;

const documents = {
  createInstantPayment: CreateInstantDocument,
  createDomesticPayment: CreateDomesticDocument,
  createCrossBorderPayment: CreateCrossBorderDocument,
  createSepaPayment: CreateSepaDocument,
  createPeriodicPayment: CreatePeriodicDocument,
  createBulkPayment: CreateBulkDocument,
} as unknown as Readonly<Record<string, Document>>;

export const inputOf = (form: Form, body: object): object =>
  form.mutation === 'createCrossBorderPayment' ? { ...body, product: form.product } : body;

export function useCreation() {
  const client = useClient();
  const report = useReport();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(form: Form, input: object): Promise<CreationAnswer | undefined> {
      const document = documents[form.mutation];
      if (!document) return undefined;
      setBusy(true);
      const { data, error } = await client
        .mutation(typed(document), { input: inputOf(form, input) as never })
        .toPromise();
      setBusy(false);
      report(error?.networkError ? error : undefined);
      if (error?.networkError) return undefined;
      return data?.answer ?? { tppMessages: error ? messagesOf(error) : [] };
    },
  };
}

/** When the schema refuses the input, the extensions hold the messages of the bank. */
export function messagesOf(error: CombinedError): readonly MessageFragment[] {
  return error.graphQLErrors.flatMap(({ message, extensions }): MessageFragment[] => {
    const tppMessages = extensions.tppMessages as MessageFragment[] | undefined;
    return (
      tppMessages ?? [
        {
          category: 'ERROR',
          code: (extensions.code ?? 'SYSTEM_ERROR') as MessageFragment['code'],
          path: (extensions.path as string | undefined) ?? null,
          text: message,
        },
      ]
    );
  });
}
