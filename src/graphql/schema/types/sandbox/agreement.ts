import {
  type Agreement,
  agreementBody,
  agreementView,
  type Engagement,
  engagementBody,
  engagementView,
} from '../../../../domain/sandbox/agreement.ts';
import { engagementLinks } from '../../../../domain/sandbox/links.ts';
import { createSandboxAgreement } from '../../../../operations/sandbox/agreements/create-sandbox-agreement.ts';
import { createSandboxEngagement } from '../../../../operations/sandbox/agreements/create-sandbox-engagement.ts';
import { deleteSandboxEngagement } from '../../../../operations/sandbox/agreements/delete-sandbox-engagement.ts';
import { getSandboxEngagement } from '../../../../operations/sandbox/agreements/get-sandbox-engagement.ts';
import { listSandboxAgreements } from '../../../../operations/sandbox/agreements/list-sandbox-agreements.ts';
import { builder } from '../../builder.ts';
import { inputFields, viewFields } from '../../from-schema.ts';
import { listCost } from '../../lists.ts';
import { readBody, sandboxMutation } from '../../mutation.ts';
import { sandboxOnly } from '../../variants.ts';
import { links } from '../common.ts';
import { addDeleteMutation, addSandboxList } from './resource.ts';
import { customer } from './sandbox.ts';

const agreement = builder.objectRef<Agreement>('SandboxAgreement').implement({
  description: 'An agreement of a customer: it says which PSU may use which account.',
  fields: viewFields<Agreement>(agreementView),
});
sandboxMutation({
  name: 'createSandboxAgreement',
  description: 'Creates an agreement of a corporate customer with its engagements.',
  input: inputFields(agreementBody.shape),
  isRestBody: true,
  payload: { agreement },
  act: async (input, write, call) => {
    const result = await write(createSandboxAgreement, () => readBody(call, agreementBody, input));
    // An agreement has no address, so there is no link to it.
    return { resource: result.agreement, tppMessages: result.tppMessages, links: null };
  },
});

builder.objectFields(customer, (t) => ({
  agreements: t.field({
    type: [agreement],
    complexity: listCost(2, 100),
    description: 'Agreements of which the customer is the owner.',
    resolve: ({ agreements, customerNumber }) =>
      agreements.map((summary) => ({ ...summary, owner: customerNumber })),
  }),
}));
addSandboxList(agreement, 'agreement', ({ id }) => id, listSandboxAgreements, 'agreements');

const linksOf = ({ agreementId, engagementId }: Engagement) => engagementLinks(agreementId, engagementId);
const engagement = builder.objectRef<Engagement>('SandboxEngagement').implement({
  description: "Permission of a PSU for an account of the agreement's owner.",
  fields: (t) => ({
    ...viewFields<Engagement>(engagementView)(t),
    agreementId: t.exposeString('agreementId', { description: 'Identifier of the agreement.' }),
    links: t.field({ type: links, description: 'Links of the engagement.', resolve: linksOf }),
  }),
});
builder.queryField('sandboxEngagement', (t) =>
  t.field({
    type: engagement,
    nullable: true,
    extensions: sandboxOnly,
    description: 'An engagement of an agreement; RESOURCE_UNKNOWN when it does not exist.',
    args: {
      agreementId: t.arg.string({ required: true, description: 'Identifier of the agreement.' }),
      engagementId: t.arg.string({ required: true, description: 'Identifier of the engagement.' }),
    },
    resolve: (_, ids, { call }) => call.read(getSandboxEngagement, ids),
  }),
);
sandboxMutation({
  name: 'createSandboxEngagement',
  description: "Gives a PSU a permission for an account of the agreement's owner.",
  input: (t) => ({
    agreementId: t.string({ required: true, description: 'The agreement.' }),
    ...inputFields(engagementBody.shape)(t),
  }),
  isRestBody: true,
  payload: { engagement },
  act: async ({ agreementId, ...body }, write, call) => {
    const { engagement: resource, tppMessages } = await write(createSandboxEngagement, async () => ({
      ...(await readBody(call, engagementBody, body, { ids: { agreementId } })),
      agreementId,
    }));
    return { resource, tppMessages, links: linksOf(resource) };
  },
});
addDeleteMutation(deleteSandboxEngagement, 'Deletes an engagement: the PSU can no longer use the account.', [
  ['engagementId', 'The engagement.'],
  ['agreementId', 'Its agreement.'],
]);
